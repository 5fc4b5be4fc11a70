import type { Instruction, Phrase, Question, Sight, Superlative } from './clause.ts';

function rankOf({ rank }: Superlative): string {
  return rank === undefined ? '' : `number ${rank} `;
}

function whichOf({ superlative, ordinal, every }: Phrase): string {
  if (superlative !== undefined) return `${rankOf(superlative)}${superlative.way} ${superlative.by}`;
  if (ordinal !== null) return `#${ordinal}`;
  return every === true ? 'every' : '';
}

/** `#2 link`, `button Save`, `Remove of Milk Jug`: one line for plans and messages. */
function describeRank(to: Extract<Instruction, { kind: 'rank' }>['to']): string {
  if (typeof to === 'string') return to;
  if ('place' in to) return `place ${to.place}`;
  return to.down > 0 ? `${to.down} down` : `${-to.down} up`;
}

export function describePhrase(phrase: Phrase): string {
  const own = [whichOf(phrase), phrase.kind ?? '', phrase.text, phrase.where?.said ?? '']
    .filter((part) => part !== '')
    .join(' ');
  return phrase.within === null ? own : `${own} of ${describePhrase(phrase.within)}`;
}

/** The same in plain words: "Blue Teapot", "result 2", "last link". */
export function spokenPhrase(phrase: Phrase): string {
  const { text, kind, ordinal, superlative } = phrase;
  if (superlative !== undefined)
    return `${[kind ?? '', text].filter((part) => part !== '').join(' ')} with the ${rankOf(superlative)}${superlative.way} ${superlative.by}`;
  if (phrase.where !== undefined)
    return `${phrase.within === null ? text || (kind ?? '') : spokenPhrase(phrase.within)} ${phrase.where.said}`;
  if (ordinal === null) return text === '' ? (kind ?? '') : text;
  const what = [kind ?? '', text].filter((part) => part !== '').join(' ');
  return ordinal === 'last' ? `last ${what}` : `${what} ${ordinal}`;
}

function describeSight(sight: Sight): string {
  if ('question' in sight) return `${describeQuestion(sight.question)} holds ${sight.text}`;
  if ('text' in sight) return `text ${sight.text}`;
  if ('url' in sight) return `url ${sight.url}`;
  if ('target' in sight) return describePhrase(sight.target);
  if ('gone' in sight) return `hidden ${sight.gone}`;
  return 'ms' in sight ? `ms ${sight.ms}` : 'load';
}

function describeQuestion(question: Question): string {
  if (question.what === 'labelled')
    return question.of === null ? question.label : `${question.label} of ${describePhrase(question.of)}`;
  if (question.what === 'asked') return question.said;
  if (question.what === 'each') return `each ${question.label} of ${describePhrase(question.of)}`;
  if (question.what === 'reckoned') {
    const { how, label, things } = question;
    const each = 'text' in things ? [things] : things;
    return `${how} of ${label} of ${each.map((thing) => describePhrase(thing)).join(', ')}`;
  }
  if (!('of' in question)) return question.what;
  const of = describePhrase(question.of);
  if (of === '') return question.what;
  const joint = ['count', 'table', 'list', 'exists'].includes(question.what) ? ' ' : ' of ';
  return `${question.what}${joint}${of}`;
}

/** Kind, target and value of an instruction in words; empty where one does not apply. */
export function partsOf(clause: Instruction): { kind: string; target: string; value: string } {
  const parts = { kind: clause.kind, target: '', value: '' };
  switch (clause.kind) {
    case 'open':
      return { ...parts, target: clause.url };
    case 'launch':
      return { ...parts, target: clause.application };
    case 'menu':
      return { ...parts, target: clause.path.join(' > ') };
    case 'saveas':
      return { ...parts, value: clause.file };
    case 'paging':
      return { ...parts, target: String(clause.to), value: clause.until ?? '' };
    case 'tab':
      return { ...parts, target: String(clause.to) };
    case 'rank':
      return { ...parts, target: describePhrase(clause.thing), value: describeRank(clause.to) };
    case 'drag':
      return {
        ...parts,
        target: describePhrase(clause.from),
        value: describePhrase(clause.destination),
      };
    case 'copy':
      return { ...parts, target: describePhrase(clause.from), value: describePhrase(clause.target) };
    case 'paste':
      return { ...parts, target: describePhrase(clause.target) };
    case 'form':
      return { ...parts, target: describePhrase(clause.opener) };
    case 'sort':
      return { ...parts, target: clause.by, value: clause.order ?? '' };
    case 'filter':
      return { ...parts, target: clause.by, value: clause.value };
    case 'answer':
      return { ...parts, target: clause.action };
    case 'either': {
      // What is pressed says more than the field that is filled in before it.
      const firsts = clause.ways.flatMap(([first]) => first ?? []);
      const first = firsts.find((one) => !('target' in one && one.target?.formOf !== undefined)) ?? firsts[0];
      return first === undefined ? parts : partsOf(first);
    }
    case 'branch':
      return { ...parts, target: describeQuestion(clause.question) };
    case 'inturn':
      return { ...parts, target: clause.things.map(({ said }) => said).join('; ') };
    case 'send':
      return { ...parts, target: `${clause.verb} ${clause.noun}`.trim(), value: clause.value };
    case 'enter':
      return { ...parts, target: describePhrase(clause.target), value: clause.values.join(', ') };
    case 'fill':
    case 'set':
    case 'select':
      return {
        ...parts,
        target: clause.target === null ? '' : describePhrase(clause.target),
        value: typeof clause.value === 'number' ? `#${clause.value}` : clause.value,
      };
    case 'change':
      return { ...parts, target: describePhrase(clause.target), value: String(clause.by) };
    case 'press':
      return { ...parts, target: clause.key };
    case 'free':
      return { ...parts, target: clause.acts[0]?.said ?? '', value: clause.acts[0]?.value ?? '' };
    case 'login':
      return { ...parts, target: clause.user, value: clause.password };
    case 'search':
      return { ...parts, value: clause.query };
    case 'scroll':
      return { ...parts, target: typeof clause.to === 'string' ? clause.to : describePhrase(clause.to) };
    case 'wait':
    case 'verify':
      return { ...parts, target: describeSight(clause.sight) };
    case 'screenshot':
      return { ...parts, target: clause.fullPage ? 'full' : '' };
    case 'read':
      return { ...parts, target: describeQuestion(clause.question) };
    case 'click':
    case 'doubleclick':
    case 'hover':
    case 'choose':
    case 'find':
    case 'expand':
    case 'collapse':
    case 'check':
    case 'uncheck':
    case 'download':
      return { ...parts, target: describePhrase(clause.target) };
    case 'each':
      return { ...parts, target: `${clause.verb} of every ${describePhrase(clause.of)}` };
    default:
      return parts;
  }
}
