import type { Instruction, Phrase } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { paired, pairedAll } from './paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { each, form, type Reader, type Rule } from '../rule.ts';

const NOTES: Readonly<Record<string, readonly string[]>> = {
  reason: ['reason', 'why', 'explanation', 'comment', 'note'],
  explanation: ['explanation', 'reason', 'why', 'comment'],
  justification: ['justification', 'reason', 'why', 'comment'],
  comment: ['comment', 'note', 'remark', 'message', 'reason'],
  note: ['note', 'comment', 'remark', 'message', 'description'],
  remark: ['remark', 'comment', 'note'],
};

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'your text', 'answer', 'message', 'comment', 'note'],
  words: ['text', 'message', 'comment', 'note'],
  message: ['message', 'text', 'comment', 'note'],
  answer: ['answer', 'reply', 'text', 'message'],
};

/** "Hand in the portraits with the text "Six of them"": what asks for the words comes up when it is pressed. */
export function withText(rules: Rule): Rule {
  return (clause, reader) =>
    /^(?:send|write|reply|respond|answer|add|leave|post|comment|create|make|fill|start|compose|open|drop|new)\b/iu.test(
      clause,
    )
      ? null
      : withWords(TEXTS, rules)(clause, reader);
}

/** "Reject the claim with the reason "Too late"": what asks for the words comes up when it is pressed. */
export function withReason(rules: Rule): Rule {
  return withWords(NOTES, rules);
}

/** "Cancel policy 1007, reason Moved house": the same without a word that joins them. */
export function withReasonBehind(rules: Rule): Rule {
  const joined = withReason(rules);
  return (clause, reader) => {
    const [, act, reason] = /^([^,]+),\s+((?:reason|explanation|justification)\s.+)$/isu.exec(clause) ?? [];
    return reason === undefined ? null : joined(`${act} with ${reason}`, reader);
  };
}

function withWords(nouns: Readonly<Record<string, readonly string[]>>, rules: Rule): Rule {
  return form(
    `(.+?),?\\s+(?:with|giving|stating|and\\s+give|for)\\s+(?:the\\s+|an?\\s+|as\\s+(?:the\\s+|an?\\s+)?)?(${Object.keys(nouns).join('|')})\\s*:?\\s+(${LITERAL}|(?!of\\b|for\\b)\\S.*)`,
    ([act = '', noun = '', words = ''], reader) => {
      const acts = rules(act, reader);
      const value = reader.value(words);
      const [first] = acts ?? [];
      if (acts?.length !== 1 || value === null || !isPressed(first)) return null;
      return besideOrBehind(first, [
        { kind: 'fill', target: called(nouns[noun.toLowerCase()] ?? [noun]), value },
      ]);
    },
  );
}

type Written = Extract<Instruction, { kind: 'fill' | 'set' }>;

/** The fields of the form that the control sends are filled in first; others come up when it is pressed. */
function besideOrBehind(press: Instruction, fields: readonly Instruction[]): Instruction[] {
  const behind: Instruction[] = [press, ...fields, { kind: 'submit' }];
  const [first, ...others] = fields;
  if (press.kind !== 'click' || !isWritten(first)) return behind;
  const beside: Instruction = { ...first, target: { ...first.target, formOf: press.target } };
  return [{ kind: 'either', ways: [[beside, ...others, press], behind] }];
}

function isWritten(field: Instruction | undefined): field is Written & { target: Phrase } {
  return (field?.kind === 'fill' || field?.kind === 'set') && field.target !== null;
}

const FINISHES =
  '(?:(?:place|complete|finish|confirm|submit)\\s+(?:the|my|our|this)\\s+(?:order|booking|reservation|purchase|checkout|request|application|claim|return)|check\\s?out)';

/** "Place the order with PO number 7781": fields of the form that this sends, or that it leads to. */
export function finishedWith(rules: Rule): Rule {
  return form(
    `(${FINISHES})\\s*,?\\s+(?:with|using)\\s+(?:the\\s+|my\\s+|an?\\s+|our\\s+)?(.+)`,
    ([act = '', fields = ''], reader) => {
      const filled = pairedAll(fields, reader);
      const acts = filled === null ? null : rules(act, reader);
      const [press] = acts ?? [];
      return filled === null || press === undefined || acts?.length !== 1 || !isWritten(filled[0])
        ? null
        : besideOrBehind(press, filled);
    },
  );
}

function isPressed(instruction: Instruction | undefined): instruction is Instruction {
  if (instruction?.kind === 'either') return isPressed(instruction.ways[0]?.[0]);
  return instruction?.kind === 'click' || instruction?.kind === 'choose';
}

/** "Change my e-mail from a@… to b@…": what it was need not be said. */
export function withFormerValue(rules: Rule): Rule {
  return form(
    `(change|update|correct)\\s+((?:my|the|our|its)\\s+\\p{Ll}[\\p{Ll} -]*?)\\s+from\\s+(?:${LITERAL}|\\S+)\\s+to\\s+(.+)`,
    ([verb = '', what = '', next = ''], reader) =>
      // Another password needs the one before.
      /\bpass|\bpin\b/iu.test(what) ? null : rules(`${verb} ${what} to ${next}`, reader),
  );
}

/** "Billed yearly", "with 15 seats": a choice and a number beside what was chosen. */
function detail(part: string, reader: Reader): Instruction | null {
  const words = part.trim();
  const [, how = ''] =
    /^(?:billed|paid|charged|invoiced|delivered|shipped|renewed|repeated)\s+(\p{Ll}+ly)$/u.exec(words) ?? [];
  if (how !== '') return { kind: 'choose', target: { ...plain(how), apart: [plain(words)] } };
  const [, many = '', noun = ''] = /^(?:with|for)\s+(\d{1,6})\s+(\p{Ll}[\p{Ll} -]*)$/u.exec(words) ?? [];
  if (many !== '') {
    const names = [noun, `number of ${noun}`, 'quantity'];
    return { kind: 'set', target: called(names), value: many };
  }
  return paired(words.replace(/^with\s+(?:the\s+|an?\s+)?/u, ''), reader);
}

/** "Switch to the Business plan, billed yearly, with 15 seats": what is chosen, and the fields and choices that go with it. */
export function withDetails(rules: Rule): Rule {
  return (clause, reader) => {
    const [head = '', ...parts] = clause.split(/\s*,\s*(?:and\s+)?|\s+(?=with\s+\d)/u);
    if (parts.length === 0) return null;
    const details = each(parts, (part) => detail(part, reader));
    const first = details === null ? null : rules(head, reader);
    return details === null || first?.length !== 1 || first[0]?.kind !== 'choose'
      ? null
      : [...first, ...details];
  };
}
