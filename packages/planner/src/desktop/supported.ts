import type { Clause, Phrase } from '../grammar/clause.ts';

const PLAIN: ReadonlySet<Clause['kind']> = new Set([
  'launch',
  'menu',
  'saveas',
  'click',
  'doubleclick',
  'choose',
  'check',
  'uncheck',
  'fill',
  'set',
  'select',
  'press',
  'wait',
  'verify',
  'screenshot',
  'read',
]);

/** Every, the cheapest, the ticked ones: a page shows these, the windows of applications do not. */
function isOneThing(phrase: Phrase): boolean {
  return phrase.every !== true && phrase.superlative === undefined && phrase.ofChosen !== true;
}

/** Whether an instruction can be carried out in the applications of a desktop. */
export function isForDesktop(clause: Clause): boolean {
  if (!PLAIN.has(clause.kind)) return false;
  if (clause.kind === 'select') return typeof clause.value === 'string' && isOneThing(clause.target);
  if (clause.kind === 'read')
    return (
      ['value', 'title', 'text', 'labelled'].includes(clause.question.what) && asksOfOne(clause.question)
    );
  if (clause.kind === 'wait' || clause.kind === 'verify') {
    const { sight } = clause;
    if ('question' in sight) return ['value', 'title'].includes(sight.question.what);
    return !('url' in sight) && !('load' in sight);
  }
  return !('target' in clause) || clause.target === null || isOneThing(clause.target);
}

function asksOfOne(question: Extract<Clause, { kind: 'read' }>['question']): boolean {
  return !('of' in question) || question.of === null || isOneThing(question.of);
}

/** The instructions that the planner understands on a desktop, for refusals. */
export const DESKTOP_CAPABILITIES =
  'On a desktop the embedded planner follows plain instructions: open an application, click …, choose File > Save As, type "…", ' +
  'type … into …, select … from …, tick, press Control+S, save as …, wait for, check that it shows …, take a screenshot, tell me what … shows; ' +
  'text to be taken word for word belongs in quotes. For tasks that need judgement the operator can configure a model.';
