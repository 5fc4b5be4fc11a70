import { normalised } from './match-name.ts';
import { words } from './vocabulary.ts';

/** Words that say nothing of what is meant. */
const FUNCTION_WORDS = new Set(
  words(`the | a | an | my | our | your | his | her | its | their | i | we | you | it | he | she | they | me | us | him |
    them | do | does | did | is | are | am | was | were | be | been | being | has | have | had | to | of | for | in | on |
    at | by | with | from | and | or | as | that | this | these | those | there | here | then | what | which | who | whom |
    whose | when | where | how | much | many | will | would | can | could | may | must | should | shall | please | just |
    also | still | now | currently | right | so | into | onto | per | own | im | ive | id | any | some | it's | up | out | off |
    ones | one | thing | things | pls | plz | s`),
);

/** What is done with nearly everything: such a word tells nothing apart. */
const GENERIC = new Set(
  words(`get | got | need | want | apply | use | take | give | go | come | belong | happen | find | tell | know | exactly |
    page | site | website | list | item | entry | number | amount | value | date | day | name | time | kind | type`).map(
    (word) => stemOf(word),
  ),
);

/** Words that pages and people use for one thing. */
const FAMILIES: readonly (readonly string[])[] = [
  `old | age | aged`,
  `pick | collect | collection | fetch`,
  `return | bring | drop`,
  `begin | start | beginning`,
  `end | finish | until | till | expire | expiry | expiration`,
  `cost | price | fee | charge | rate | fare | rent | pay | paid | payment | spend | spent`,
  `owe | due | outstanding`,
  `total | sum | altogether`,
  `phone | telephone | mobile | tel | call | ring | number`,
  `mail | email | e-mail`,
  `ship | shipping | dispatch | dispatched | deliver | delivery | arrive | arrival`,
  `write | author | wrote | written`,
  `own | owner | owns`,
  `teach | teacher | teaches | taught | tutor | instructor | lecturer | trainer | coach`,
  `search | find`,
  `live | lives | address`,
  `job | role | position | profession`,
  `boss | manager | supervisor | manages`,
  `bill | invoice`,
  `weigh | weight | heavy`,
  `tall | high | height`,
  `long | length | duration | last`,
  `fit | fits | hold | holds | seat | seats | sleep | sleeps | accommodate | capacity`,
  `depart | departure | leave | leaving`,
  `wide | width`,
  `deep | depth`,
  `big | size | large`,
  `open | opening | opens`,
  `close | closing | closes`,
  `car | vehicle`,
  `born | birth | birthday`,
  `colour | color`,
  `contain | include | contents | included`,
  `buy | bought | purchase | order`,
  `available | availability | stock`,
  `licence | license`,
  `holiday | vacation | leave`,
  `left | remain | remaining`,
  `language | languages`,
  `mile | mileage`,
  `message | inbox | conversation`,
  `join | joined | since`,
].map((family) => words(family).map((word) => stemOf(word)));

/** `policies` and `policy`, `included` and `includes` are one word. */
export function stemOf(word: string): string {
  if (word.length < 4 || /\d/u.test(word)) return word;
  // What people think of a thing is no rate that it costs.
  if (/^ratings?$/u.test(word)) return 'rating';
  const stem = word
    .replace(/(?<=..)ies$/u, 'y')
    .replace(/(?<=\p{L}{3})(?:ingly|edly|ing|ed|ly)$/u, '')
    .replace(/(?<=..)(?:(?<=s|x|ch|sh)es|(?<!s|u|i)s)$/u, '')
    .replace(/([^aeious])\1$/u, '$1');
  return stem.length > 3 ? stem.replace(/e$/u, '').replace(/y$/u, 'i') : stem;
}

function spelt(text: string): string[] {
  return normalised(text)
    .split(/[\s/_-]+/u)
    .filter((word) => word !== '');
}

/** The words of a text that say what is meant, in their order. */
export function tellingWords(text: string): string[] {
  return spelt(text).filter((word) => !FUNCTION_WORDS.has(word));
}

/** Whether a word says nothing of which thing is meant: "number", "list". */
export function isGeneric(word: string): boolean {
  return GENERIC.has(stemOf(word));
}

/** Who teaches is the teacher. */
function isDoer(does: string, doer: string): boolean {
  return does.length > 3 && (doer === `${does}er` || doer === `${does}or`);
}

function sameSense(one: string, other: string): boolean {
  const [a, b] = [stemOf(one), stemOf(other)];
  return (
    a === b ||
    isDoer(a, b) ||
    isDoer(b, a) ||
    FAMILIES.some((family) => family.includes(a) && family.includes(b))
  );
}

/** Whether a text says that word, or one of the same sense. */
export function says(text: string, word: string): boolean {
  return spelt(text).some((own) => sameSense(own, word));
}

/** Whether a text says exactly that word, in any of its forms. */
export function saysItself(text: string, word: string): boolean {
  const stem = stemOf(word);
  return spelt(text).some((own) => stemOf(own) === stem);
}
