import { called, plain } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

const STEP = '(?:step|page|question|screen|part)';

/** "Go on to the next step", "skip this step", "go one step back": the buttons of forms that are filled in step by step. */
export const goingOn = firstOf(
  form(`(?:go|move|carry)\\s+on(?:\\s+to\\s+the\\s+next\\s+${STEP})?`, () => ({
    kind: 'click',
    target: called(['Continue', 'Next', 'Next step', 'Proceed', 'Go on'], 'control'),
  })),
  form(`(?:go|move)\\s+(?:one|a)\\s+step\\s+back|(?:go|move)\\s+back\\s+(?:one|a)\\s+step`, () => ({
    kind: 'click',
    target: called(['Back', 'Previous', 'Previous step', 'Go back'], 'control'),
  })),
  // "… and go": the button beside what was chosen.
  form('go', () => ({ kind: 'click', target: called(['Go'], 'control') })),
  // "Enter the code 4821 and verify".
  form(`verify(?:\\s+(?:it|(?:the|my)\\s+(?:code|account|number)))?`, (_groups, { before }) =>
    /^(?:enter|type|input|key\s+in)\s/iu.test(before)
      ? { kind: 'click', target: called(['Verify'], 'control') }
      : null,
  ),
  form(`skip\\s+(?:this|the|that)\\s+${STEP}`, () => ({
    kind: 'click',
    target: called(['Skip', 'Skip this step', 'Skip step', 'Skip for now'], 'control'),
  })),
);

/** "Report the comment of Bob as spam": the control that reports it, and what it is reported as. */
export const reportingAs = form(
  `report\\s+((?:the|this)\\s+.+?)\\s+as\\s+(?:being\\s+)?(spam|abusive|abuse|inappropriate|offensive|fake)`,
  ([what, state = ''], reader) => {
    const within = reader.phrase(what);
    if (within === null) return null;
    const own = { ...called([`Report as ${state}`, `Mark as ${state}`], 'control'), within };
    const report = { ...plain('Report'), kind: 'control' as const, within };
    return {
      kind: 'either',
      ways: [
        [{ kind: 'click', target: own }],
        [
          { kind: 'click', target: report },
          { kind: 'choose', target: plain(state) },
          { kind: 'save', orSend: true },
        ],
      ],
    };
  },
);
