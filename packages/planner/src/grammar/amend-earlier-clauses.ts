import type { Clause, Instruction } from './clause.ts';
import { called, plain } from './rules/named-phrases.ts';

const ASKS: ReadonlySet<Instruction['kind']> = new Set([
  'click',
  'choose',
  'press',
  'submit',
  'doubleclick',
  'check',
  'uncheck',
  'either',
  'each',
  'send',
]);

/** Kinds that may save what was changed before. */
export const SAVES: ReadonlySet<Instruction['kind']> = new Set([
  'click',
  'submit',
  'press',
  'fill',
  'set',
  'either',
  'check',
  'uncheck',
  'choose',
  'select',
]);

/** Kinds that fill in a form further. */
const FILLS: ReadonlySet<Instruction['kind']> = new Set([
  'fill',
  'set',
  'check',
  'uncheck',
  'choose',
  'select',
]);

/** "… and send it": sends what the instructions before have written. */
export function isSending(instructions: readonly Instruction[]): boolean {
  const [only] = instructions;
  if (instructions.length !== 1 || only === undefined) return false;
  const isPressed =
    only.kind === 'click' &&
    /^(?:apply|send|submit|redeem|post|save|publish|leave|place|confirm|finish|complete)(?:\s+(?:it|(?:the\s+|my\s+)?(?:code|voucher|review|rating|feedback|order|booking|loan|request|reservation|message|e-?mail|enquiry|inquiry|question|form|application|ticket|comment|reply|report)))?$/iu.test(
      only.target.text,
    );
  return only.kind === 'submit' || isPressed;
}

/** Whether something is sent by the words that also fill it in, and by none of its own. */
export function isImplied(clauses: readonly Clause[], sent: Clause | undefined): boolean {
  return clauses.some((clause) => clause !== sent && clause.source === sent?.source);
}

/** "… and click Change password" after the new one was written. */
export function isChangingPassword([only, ...others]: readonly Instruction[]): boolean {
  return (
    others.length === 0 &&
    only?.kind === 'click' &&
    /^(?:change|update|save|set|confirm|reset)(?:\s+(?:the\s+|my\s+)?(?:new\s+)?(?:password|changes?))?$/iu.test(
      only.target.text,
    )
  );
}

const GOES_ON = /^(?:continue|proceed|next|verify|validate|check|unlock|activate|go\s+on)$/iu;

/** "Enter the code 482913 and continue": that control sends what was entered, where the page has it. */
export function sentBy(clauses: Clause[], instructions: Instruction[]): Instruction[] {
  const [only, ...others] = instructions;
  const [before, own] = clauses.slice(-2);
  const isEntered =
    own?.kind === 'submit' &&
    before?.kind === 'fill' &&
    before.source === own.source &&
    /^(?:enter|type|input|key\s+in)\s/iu.test(own.source);
  if (!isEntered || only?.kind !== 'click' || others.length > 0 || !GOES_ON.test(only.target.text))
    return instructions;
  clauses.pop();
  return [{ kind: 'either', ways: [[only], [{ kind: 'submit' }]] }];
}

/** "… and save the details": presses what saves what the instructions before have written. */
export function isSaving([only, ...others]: readonly Instruction[]): boolean {
  return (
    others.length === 0 &&
    only?.kind === 'click' &&
    /^(?:save|apply|update)(?:\s+(?:(?:my|the)\s+)?\p{L}+)?$/iu.test(only.target.text)
  );
}

/** What is saved or changed further by a later instruction is not sent at once. Returns what is to be saved after that instead. */
export function leaveSaving(clauses: Clause[], next: readonly Instruction[]): Instruction | null {
  const last = clauses.at(-1);
  if (last?.kind === 'save' && (isSending(next) || isSaving(next))) clauses.pop();
  else if (last?.kind === 'save' && last.orSend === true && next.every(({ kind }) => FILLS.has(kind))) {
    clauses.pop();
    return { kind: 'save', orSend: true };
  }
  if (last?.kind !== 'either' || last.ways[0]?.[0]?.kind !== 'send' || last.ways[1]?.[0]?.kind !== 'set')
    return null;
  const ways = last.ways.slice(1).map((way) => way.filter(({ kind }) => kind !== 'save'));
  clauses[clauses.length - 1] = { ...last, ways };
  return null;
}

/** Ticks and choices that may be given in two ways. */
function isFilling(clause: Clause | undefined): boolean {
  return (
    clause !== undefined &&
    (FILLS.has(clause.kind) || (clause.kind === 'either' && clause.ways[0]?.[0]?.kind === 'check'))
  );
}

/** Whether what follows fills in more, if anything, and then sends it. */
function isSentLater(rest: readonly Clause[]): boolean {
  const next = rest.find((clause) => !isFilling(clause));
  const isSubmitted = next?.kind === 'click' && /^submit\s+\p{L}+$/iu.test(next.target.text);
  return next !== undefined && (isSubmitted || isSending([next]));
}

const AGREES = /^(?:and\s+)?(?:agree|accept|consent|acknowledge)\b/iu;

/** "Start date 3 May" gives no verb of its own: it goes on with the fields before. */
function isFurtherField(clause: Clause): boolean {
  if (clause.kind === 'check') return AGREES.test(clause.source);
  if (clause.kind !== 'fill' && clause.kind !== 'set') return false;
  const field = clause.target?.text ?? '';
  const said = clause.source.replace(/^(?:the|my|an?)\s+/iu, '').toLowerCase();
  return field !== '' && (said.startsWith(field.toLowerCase()) || said.includes(`, ${field.toLowerCase()}`));
}

/** How many of the clauses after a form go on with it; one that could not be read may stand among its fields. */
function furtherFields(rest: readonly Clause[]): number {
  const end = rest.findIndex((clause) => clause.kind !== 'free' && !isFurtherField(clause));
  const run = end < 0 ? rest : rest.slice(0, end);
  return run.findLastIndex(isFurtherField) + 1;
}

/** "Subscribe with … and agree to the e-mails", "apply: number 4, …": a form is sent after its last field. */
function fieldsFirst(clauses: readonly Clause[]): readonly Clause[] {
  for (const [at, sent] of clauses.entries()) {
    const count = furtherFields(clauses.slice(at + 1));
    const rest = clauses.slice(at + 1, at + 1 + count);
    const after = clauses.slice(at + 1 + count);
    // One sentence may send several things, one after the other.
    if (count === 0 || rest[0]?.source === sent.source) continue;
    // Who says "submit" means it to be done then.
    if (sent.kind === 'submit' && clauses[at - 1]?.source === sent.source)
      return [...clauses.slice(0, at), ...rest, sent, ...after];
    if (sent.kind !== 'either' || !sent.ways.every((way) => way.at(-1)?.kind === 'submit')) continue;
    const ways = sent.ways.map((way) => way.slice(0, -1));
    const own: Clause = { kind: 'submit', source: sent.source };
    return [...clauses.slice(0, at), { ...sent, ways }, ...rest, own, ...after];
  }
  return clauses;
}

/** "Get a quote: …, then calculate the price", "Send it to print": that control sends what was filled in. */
function isWorkedOut(next: Clause | undefined): boolean {
  return (
    next?.kind === 'click' &&
    (/^(?:calculate|compute)\s/iu.test(next.target.text) ||
      /^(?:send|submit)\s+(?:it|this|them)\s+(?:to|for)\s/iu.test(next.source))
  );
}

const ENTERS = /^(?:enter|write|type|put|give)$/iu;
const SENDS_FORM = /^(?:send|submit|save|register|book|order|confirm|finish|complete|place|create)\b/iu;

/** "Enter the e-mail …, tick the terms and send the report": who goes on with a form has not sent it yet. */
function isEnteredOnly(clause: Clause, rest: readonly Clause[]): clause is Clause & { kind: 'send' } {
  if (clause.kind !== 'send' || clause.noun === '' || !ENTERS.test(clause.verb)) return false;
  const [next] = rest;
  if (next?.kind !== 'click') return isFilling(next) || next?.kind === 'submit';
  return GOES_ON.test(next.target.text) || SENDS_FORM.test(next.target.text);
}

/** "Write a message … . Mark it as urgent and send it.": what is filled in further is sent once, at the end. */
export function sentOnce(said: readonly Clause[]): Clause[] {
  const clauses = fieldsFirst(said);
  return clauses.flatMap((clause, at) => {
    const rest = clauses.slice(at + 1);
    if (isEnteredOnly(clause, rest)) {
      const { noun, value, source } = clause;
      return [{ kind: 'set', target: plain(noun), value, source }];
    }
    if (clause.kind === 'either' && isSentLater(rest))
      return [
        {
          ...clause,
          ways: clause.ways.map((way) => (way.at(-1)?.kind === 'submit' ? way.slice(0, -1) : way)),
        },
      ];
    const before = clauses[at - 1];
    // "…, agree to the conditions, place the order": it was sent after its last field.
    const isSent = before?.kind === 'submit' && isImplied(clauses, before);
    if (clause.kind === 'click' && isSent && isSending([clause])) return [];
    const isOwn = clause.kind === 'submit' && before?.source === clause.source;
    if (isOwn && rest[0]?.source !== clause.source && isWorkedOut(rest[0])) return [];
    const goesOn = rest[0]?.source !== clause.source && isFilling(rest[0]);
    return isOwn && goesOn && isSentLater(rest) ? [] : [clause];
  });
}

const EDITS = /^(?:edit|open\s+the\s+edit\p{L}*|click\s+(?:on\s+)?edit)\b/iu;

/** "Edit the guest Noor and set the role to Producer": what was changed there is saved, though nothing says so. */
export function savedAfterEdit(clauses: readonly Clause[]): Clause[] {
  return clauses.flatMap((clause, at) => {
    const next = clauses[at + 1];
    const from = clauses.slice(0, at + 1).findLastIndex(({ kind }) => !FILLS.has(kind));
    const opener = clauses[from];
    const isLast = FILLS.has(clause.kind) && (next === undefined || next.kind === 'read');
    return isLast && opener?.kind === 'click' && EDITS.test(opener.source)
      ? [clause, { kind: 'save', source: clause.source }]
      : [clause];
  });
}

/** "… and confirm" answers the question that the previous instruction leads to. */
export function answersOf(instructions: Instruction[], before: Clause[]): Instruction[] | null {
  const [first] = instructions;
  const last = before.at(-1);
  if (first?.kind !== 'answer') return instructions;
  const isEmptied = last?.kind === 'fill' && last.value === '';
  if (last !== undefined && (ASKS.has(last.kind) || isEmptied) && last.dialog === undefined) {
    before[before.length - 1] = { ...last, dialog: first.action };
    return [];
  }
  const names =
    first.action === 'accept'
      ? ['Confirm']
      : ['Cancel', 'Close', 'Dismiss', '×', 'x', 'No thanks', 'Not now'];
  return [{ kind: 'click', target: called(names, 'control') }];
}
