import { wordsOutsideLiterals } from './literals.ts';

/** Supported sentences by the words of a refused one; the first match is suggested. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:best|better|nicest|should|recommend|suggest|think|decide|choose for me|favou?rite|suitable|which)\b/iu,
    '"report the prices of all products", or name what decides: "open the cheapest product"',
  ],
  [/\b(?:compare|difference|average|sum|calculate|compute|rank)\b/iu, '"report the prices of all products"'],
  [
    /\b(?:summari[sz]e|summary|gist|explain|describe|translate|main points?|about)\b/iu, // words-ok
    '"report the text of the page" or "report the headings"',
  ],
  [
    /\b(?:if|unless|whether|otherwise|depending)\b/iu,
    '"is there a …?", and a second task once the answer is known',
  ],
  [
    /\b(?:each|every|all|until|repeat|while|as long as|times|twice)\b/iu,
    '"go to the next page until you see "…"", "tick all checkboxes", or one instruction for each thing',
  ],
  [/\b(?:log|sign)\s?(?:in|on|into)\b/iu, '"sign in to https://… as … with password …"'],
  [/\b(?:buy|order|purchase|book|cart|basket)\b/iu, '"add the … to the cart", "place the order"'],
  [
    /\b(?:fill|form|enter|type|write|complete)\b/iu,
    '"enter … in …", "fill in the form with name …, email … and send it"',
  ],
  [/\b(?:upload|attach)\b/iu, 'a Runbook with browser.upload, which takes files'],
  [/\b(?:send|reply|message|e?mail)\b/iu, '"enter "…" in Message and click Send"'],
  [/\b(?:download|save|export)\b/iu, '"download "…"", with what the link or button is called'],
  [
    /\b(?:find|tell|get|what|who|when|how|report|show|list|read|why)\b/iu,
    '"tell me the … of …", "how many … are there?"',
  ],
  [/\b(?:select|choose|pick|set|change|date)\b/iu, '"select … from …", "set … to …"'],
  [/\b(?:delete|remove|cancel)\b/iu, '"delete the … and confirm"'],
];

/** A supported sentence that is close to the refused one. */
export function nearestSentence(clause: string): string {
  const words = wordsOutsideLiterals(clause);
  return (
    SENTENCES.find(([pattern]) => pattern.test(words))?.[1] ??
    '"click …", with what the button or link is called'
  );
}
