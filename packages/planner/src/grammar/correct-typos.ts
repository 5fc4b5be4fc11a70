import { wordsOutsideLiterals } from './literals.ts';
import { editDistance } from '../words/match-name.ts';
import { KINDS, ORDINALS } from './nouns.ts';
import { ACTS, COMMANDS, NOUN_COMMANDS, VERBS } from '../words/vocabulary.ts';

/** Shorter words are too easily confused. */
const SHORTEST = 4;

const known: readonly string[] = [
  ...new Set(
    [
      ...Object.values(VERBS).flat(),
      ...COMMANDS,
      ...KINDS.keys(),
      ...ORDINALS.keys(),
      'submit',
      'password',
      'then',
      'from',
      'with',
      'into',
      'what',
      'many',
      'much',
      'count',
      'number',
    ]
      .flatMap((words) => words.toLowerCase().split(/[\s-]+/u))
      .filter((word) => word.length >= SHORTEST),
  ),
];
/** Words of their own that are one letter away from a known one: "plan" is not meant to be "play", nor "spend" "send". */
const OTHERS = `them they these those stay stays best rest last text test hope need none here over part past week year
  case lost cost more than that this some same name game size accent adapt amply apple approved archived
  asset being black boring burrow captured care cared cars cart chance changed cheek chuck clean clock
  clone closed closer closet comb compete completed cord county court crate created declined deleted
  disabled doubled ease eater eight eighty enabled exit fall fell fellow fifty file filed film fine fined
  fist form forth frog full fund gave given gray grub handy hang hard heal heap hear heard heat held herd
  hike hire info insect iron joint knew knob known lake lash lead lease least lick life lift lime live
  loaf loan lock logic loop lord loud lunch lusting made maker male mars mart mask mend mere mike mite
  moose moved mover movie mule muted node nose noted omen pace pack painter palace pasta pasted pastel
  paused peace pest photon pink placed plan plane plate port pose pots pout pray printer produce provided
  provider pure purse pushy ratio ready real reap rear reed remote removed renamed repay replay resort
  restored retriever road safe sage sale salve sand saved saver scar scrap scraps seed sent seventy shade
  shake shape shared shark sharp shoe shore shot shown sigh sing sixty slow smart snare snow sore spar
  spare spend stab stag stair starch step stir stitch stony store stork storm stormy stroll subscribed
  subscriber suction summit surf surge tablet tack taken taker tall tame teen teeth tents thick thin torn
  trick turf typed updated upgraded voted voter waist waiver want watt wave wheat white wide width wife
  wine wire wise wish writer wrote`;

const isKnown = new Set([
  ...known,
  ...known.map((word) => `${word}s`),
  ...[...NOUN_COMMANDS, ...ACTS].flatMap((verb) => verb.split(' ')),
  ...OTHERS.split(/\s+/u),
]);

const remembered = new Map<string, string | null>();
const MAX_REMEMBERED = 2_000;

/** The known word that differs from `word` by one mistake; null when there is none, or more than one. */
function meantBy(word: string): string | null {
  const plain = word.toLowerCase();
  const before = remembered.get(plain);
  if (before !== undefined) return before;
  const meant = nearestKnown(plain);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(plain, meant);
  return meant;
}

function nearestKnown(plain: string): string | null {
  if (plain.length < SHORTEST || isKnown.has(plain)) return null;
  const near = known.filter((other) => editDistance(plain, other, 1) <= 1 && other[0] === plain[0]);
  const [one] = near;
  return near.length === 1 && one !== undefined ? one : null;
}

/** A clause with one of its words corrected, in every way in which that is possible; quoted text stays as it is. */
export function corrections(clause: string): string[] {
  const corrected: string[] = [];
  for (const match of wordsOutsideLiterals(clause).matchAll(/\p{L}+/gu)) {
    const [word] = match;
    // A capital within a sentence begins a name.
    if (match.index > 0 && /^\p{Lu}/u.test(word)) continue;
    const meant = meantBy(word);
    if (meant !== null)
      corrected.push(clause.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u'), meant));
  }
  return corrected;
}

/** Slips in words that are too short for a comparison. */
const SLIPS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:teh|hte)(?!\p{L})/gu, 'the'],
  [/(?<!\p{L})(?:adn|nad)(?!\p{L})/gu, 'and'],
  [/(?<!\p{L})(?:wiht|wtih)(?!\p{L})/gu, 'with'],
  [/(?<!\p{L})fil(?=\s+(?:in|out|the)\s)/gu, 'fill'],
  [/(?<!\p{L})Fil(?=\s+(?:in|out|the)\s)/gu, 'Fill'],
  [
    /(?<=^|[.;:!?\n]\s*|,\s*(?:and\s+)?|\b(?:and|then|please)\s+)[Aa]d(?=\s+(?:the|an?|this|it|both|\d|two|three)\b)/gu,
    'add',
  ],
];

/** A word at the beginning of a clause is a verb: one mistake in it is corrected before the task is cut into clauses. */
export function correctVerbs(said: string): string {
  const text = SLIPS.reduce((mended, [slip, word]) => mended.replace(slip, word), said);
  return text.replaceAll(
    /(?<=^|[.;:!?\n]\s*|,\s*(?:and\s+)?|\b(?:and|then|please)\s+)(\p{Ll}{5,}|(?<=^|[.;:!?\n]\s*)\p{Lu}\p{Ll}{4,})(?=\s)/gu,
    (word) => {
      const verb = meantBy(word);
      return verb !== null && isVerb.has(verb) ? verb : word;
    },
  );
}

const isVerb = new Set(
  [...Object.values(VERBS).flat(), ...COMMANDS, 'submit', 'count'].map((verb) => verb.split(' ')[0] ?? verb),
);
