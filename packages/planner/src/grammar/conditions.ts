/** "If …, …, otherwise …": a question that a look at the page answers, and what is done by its answer. */
export interface Conditional {
  /** What stands before it. */
  readonly before: string;
  /** As a question: "tell me if the pump is in stock". */
  readonly asked: string;
  readonly yes: string;
  /** '' when nothing is to be done. */
  readonly no: string;
}

/** One sentence: what follows it may or may not depend on the condition. */
const SENTENCE = '(?:(?![.;!?]\\s|\\b(?:if|unless)\\b).)+?';
const ELSE = "(?:otherwise|else|if\\s+(?:not|it\\s+is(?:\\s+not|n['’]t)))";
const COMMA = ',\\s*(?:then\\s+)?';
/** Without a comma, a verb says what is done then; "to open the chat" is still what is asked. */
const VERB =
  '(?:\\s+then\\s+|(?<!\\bto)\\s+(?=(?:add|put|open|tell|show|report|click|press|remove)\\s+(?:it|me|the|that|this|an?)\\b))';
function withElse(then: string): RegExp {
  return new RegExp(
    `^(|.*?(?:[.;,:]\\s*|\\s(?:and|then)\\s+))(?:please\\s+)?if\\s+(${SENTENCE})${then}(${SENTENCE})\\s*[,.;]\\s*(?:and\\s+|or\\s+)?${ELSE},?\\s+(${SENTENCE})[.!]?$`,
    'isu',
  );
}

/** "If …, …" at the end of a task: nothing is done where it is not so. */
function alone(then: string): RegExp {
  return new RegExp(
    `^(|.*?(?:[.;,:]\\s*|\\s(?:and|then)\\s+))(?:please\\s+)?if\\s+(${SENTENCE})${then}(?!${ELSE}\\b)(${SENTENCE})[.!]?$`,
    'isu',
  );
}

const FORMS = [withElse(COMMA), withElse(VERB), alone(COMMA), alone(VERB)];

const NOTHING =
  /^(?:do\s+nothing|leave\s+(?:it|that|everything)(?:\s+(?:as\s+it\s+is|alone))?|stop|nothing)$/iu;
/** "Otherwise tell me" that it is not so. */
const TELLING = /^(?:tell|inform)\s+me(?:\s+so)?$|^let\s+me\s+know$/iu;
const INTO = /\s(?:to|into|in|on)\s+(?:the|my)\s+(?:shopping\s+)?(?:cart|basket|bag|wish\s?list)$/iu;

/** "… otherwise add the gauge": to the same basket. */
function inFull(said: string, first: string): string {
  const [into] = INTO.exec(first) ?? [];
  const isShort = /^(?:add|put)\s+/iu.test(said) && !INTO.test(said);
  return into !== undefined && isShort ? `${said}${into}` : said;
}

function elseDone(otherwise: string, yes: string): string {
  return otherwise === '' || NOTHING.test(otherwise) ? '' : inFull(otherwise, yes);
}

/** "Check if the mug is in stock; if it is, put it in the basket": a condition that is asked for first. */
const CHECKED = new RegExp(
  `(?:check|see|find\\s+out|look)\\s+(?:if|whether)\\s+(${SENTENCE})\\s*[;,.]\\s*(?:and\\s+)?if\\s+(?:(?:it|he|she|that)\\s+(?:is|does|has)|they\\s+(?:are|do|have)|so|yes|there\\s+(?:is|are)(?:\\s+(?:one|any))?)\\s*,\\s*(?:then\\s+)?`,
  'iu',
);

/** The only condition of a task, where what depends on it is plain; null for any other task. */
export function conditionIn(given: string): Conditional | null {
  const task = given.replace(CHECKED, 'if $1, ');
  if ((task.match(/\bif\b/giu) ?? []).length > 2) return null;
  const [, before, condition, yes, otherwise = ''] =
    FORMS.map((form) => form.exec(task.trim())).find((found) => found !== null) ?? [];
  if (before === undefined || condition === undefined || yes === undefined) return null;
  const asked = `tell me if ${condition}`;
  return {
    before: before.replace(/[\s,;:.]*(?:\s(?:and|then))*\s*$/iu, ''),
    asked,
    yes,
    no: TELLING.test(otherwise.trim()) ? asked : elseDone(otherwise, yes),
  };
}
