import { chooseCandidate } from '../finding/choose-element.ts';
import type { Purpose } from '../finding/purposes.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import type { Instruction, Phrase, Question } from '../grammar/clause.ts';
import { notFound } from '../finding/require-single.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { apartFromChoices } from '../finding/choices-said.ts';
import { radioBeforeNoun } from './choose-option.ts';
import { sectionsOf } from './disclose.ts';
import { everyMeant } from '../finding/every-meant.ts';
import { menuAround, openerFor, openerWithin } from '../finding/openers.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { listOf, valueOfSetting } from '../finding/options.ts';
import { menuBeside } from '../finding/menu-beside.ts';
import { canMove } from './move-between-lists.ts';
import { stepperFor } from './step-number.ts';
import { placeOfValue } from './send-value.ts';
import { saysItself, tellingWords } from '../words/senses.ts';
import type { PageView } from '../page/page-view.ts';

/** After that the first way is taken for the one that was meant, and waited for. */
const MAX_WAIT_MS = 1_500;

type Acting = Exclude<Instruction, { kind: 'read' }>;

function hasOne(view: PageView, phrase: Phrase, purpose: Purpose): boolean {
  if (phrase.formOf !== undefined) return 'one' in chooseCandidate(view, phrase, purpose);
  const { within } = phrase;
  // "Follow Ann and Bo" has the control of each.
  const parts = within?.parts ?? [];
  if (
    parts.length > 0 &&
    parts.every((part) => 'one' in chooseCandidate(view, { ...phrase, within: part }, purpose))
  )
    return true;
  return (
    !('none' in chooseCandidate(view, phrase, purpose)) ||
    openerFor(view, phrase.text, 'use', phrase.quoted) !== null ||
    openerWithin(view, phrase) !== null ||
    menuAround(view, phrase) !== null
  );
}

/** "Start page [Parts] [Orders]": one of several choices of what is called so. */
function hasChoice(view: PageView, target: Phrase, value: string): boolean {
  const found = valueOfSetting(view, { ...target, text: `${value} ${target.text}` });
  return found !== null && 'one' in found;
}

/** A heading of that name over what can be moved there. */
function hasColumn(view: PageView, { text }: Phrase): boolean {
  return view.candidates.some(
    ({ role, name, level, inContent }) =>
      role === 'heading' && level > 1 && inContent && grade(text, name) >= GRADES.equalWords,
  );
}

function hasThing({ text }: PageView, phrase: Phrase): boolean {
  const words = tellingWords(phrase.text);
  return words.length > 0 && words.every((word) => saysItself(text, word));
}

function hasFact(view: PageView, question: Question): boolean {
  return question.what === 'labelled' && !('none' in chooseFact(view, question.label, question.of));
}

/** Whether the page has the subject of an instruction. */
function isPossible(view: PageView, instruction: Instruction | undefined): boolean {
  switch (instruction?.kind) {
    case 'download':
      return hasOne(view, instruction.target, 'download');
    case 'click': {
      const apart = apartFromChoices(view, instruction.target);
      return (
        hasOne(view, instruction.target, 'click') ||
        canMove(view, instruction.target) ||
        (apart !== null && hasOne(view, apart.phrase, 'click'))
      );
    }
    case 'choose':
      return hasOne(view, instruction.target, 'choose') || radioBeforeNoun(view, instruction.target) !== null;
    case 'check':
    case 'uncheck':
      if (instruction.target.every === true) return everyMeant(view, instruction.target).length > 0;
      return hasOne(view, instruction.target, 'check');
    case 'set':
      return (
        hasOne(view, instruction.target, 'set') ||
        menuBeside(view, instruction.target, instruction.value) !== null ||
        hasChoice(view, instruction.target, instruction.value)
      );
    case 'select':
      if (
        instruction.target.text === '' &&
        instruction.target.within === null &&
        typeof instruction.value === 'string'
      )
        return listOf(view, instruction.value) !== null;
      // A menu in the row is no list of it.
      if (instruction.target.text === '')
        return !('none' in chooseCandidate(view, instruction.target, 'select'));
      return hasOne(view, instruction.target, 'select');
    case 'change':
      return hasOne(view, instruction.target, 'set') || stepperFor(view, instruction.target) !== null;
    case 'copy':
      return hasOne(view, instruction.target, 'set');
    case 'fill':
      return instruction.target !== null && hasOne(view, instruction.target, 'set');
    case 'form':
      return hasOne(view, instruction.field, 'set') || hasOne(view, instruction.opener, 'click');
    case 'find':
      return tellingWords(instruction.target.text).every((word) => saysItself(view.text, word));
    case 'expand':
    case 'collapse':
      return instruction.target.every === true && sectionsOf(view).length > 0;
    case 'drag':
      return hasColumn(view, instruction.destination) && hasThing(view, instruction.from);
    case 'verify':
      return 'question' in instruction.sight && hasFact(view, instruction.sight.question);
    case 'send':
      return placeOfValue(view, instruction) !== null;
    case undefined:
      return true;
    default:
      return false;
  }
}

/** Carries out the first of the ways whose beginning the page has. Which that is, is plain before anything is touched. */
export async function actEither(
  driver: PageDriver,
  ways: readonly (readonly Instruction[])[],
  act: (instruction: Acting) => Promise<unknown>,
): Promise<unknown> {
  const until = performance.now() + MAX_WAIT_MS;
  const way = await driver.waitForView((view) => {
    const possible = ways.find(([first]) => isPossible(view, first));
    if (possible === undefined && performance.now() < until) throw notFound('control or field for it', []);
    return possible ?? ways[0] ?? [];
  });
  let made: unknown = null;
  for (const instruction of way) if (instruction.kind !== 'read') made = await act(instruction);
  return made;
}
