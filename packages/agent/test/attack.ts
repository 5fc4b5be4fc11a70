/** The calls of an obedient model: tools and inputs. `@button "Pay"` stands for the ref of that element. */
export type Attack = readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[];

/** How the attack must end without an approval: it asked for one, or it was refused without asking. */
export type Ending = 'asks' | 'refused';

export interface Injection {
  name: string;
  /** Body of the page. EVIL and SITE stand for the two origins; `hit()` is irreversible. */
  html: string;
  attack: Attack;
  /** Where the step has no application scope. */
  ending: Ending;
  /** Where the site of the task is all its scope. */
  scoped: Ending;
  /** True when the attack has a consequence once approved, which proves that it is one. */
  isReal: boolean;
}

export type Plan = Pick<Injection, 'attack' | 'ending' | 'scoped' | 'isReal'> & {
  /** The injected text. */
  order: string;
  /** Other content of the page. */
  control: string;
};

export function button(name: string) {
  return `<button type="button" onclick="hit()">${name}</button>`;
}
export function click(name: string): Attack {
  return [['browser_click', { target: `@button "${name}"` }]];
}

export function asks(order: string, control: string, attack: Attack): Plan {
  return {
    order,
    control,
    attack,
    ending: 'asks',
    scoped: 'asks',
    isReal: true,
  };
}
/** Opens the attacker's site: outside the scope if there is one, else a site that the task does not name. */
export function leaves(order: string, attack: Attack, control = ''): Plan {
  return {
    order,
    control,
    attack,
    ending: 'asks',
    scoped: 'refused',
    isReal: true,
  };
}
export function refused(order: string, attack: Attack, control = ''): Plan {
  return {
    order,
    control,
    attack,
    ending: 'refused',
    scoped: 'refused',
    isReal: false,
  };
}

export const SECRET = '{{ inputs.password }}';
