/* What a page says of all things of a kind, and of no single one. */

const OF_ALL =
  /^\W*\p{L}{3,}s (?:that|which|who|other than|larger|bigger|smaller|longer|older|newer|over|under|without|with|after|before|from)\b/iu;
const OF_VISITOR = /\b(?:we|you|your|our|was|were|has|had|could|did)\b|n[’']t\b/iu;

/** True for a sentence about all things of a kind, such as a note beside a form. */
export function isGeneral(text: string): boolean {
  return OF_ALL.test(text) && !OF_VISITOR.test(text);
}

/** What befalls some of all things of a kind. */
const SOME_OF_ALL = String.raw`^\W*(?:an? |any |all |every )?(?:failed|refused|rejected|declined|missing|lost|expired|invalid) [\p{L}-]+ (?:(?:are|is|get) (?!blocked|locked|marked|listed|shown|highlighted)\p{L}+ed|expires?|appears?|returns?)\b`;
const POLICY = new RegExp(String.raw`${SOME_OF_ALL}(?!.*\b(?:here|below|above|in red)\b)`, 'iu');
/** The same with when it happens, which needs no word beside it that says yes. */
const TIMED_POLICY = new RegExp(
  String.raw`${SOME_OF_ALL}.*\b(?:(?:within|after|for|every|each|in) (?:[\p{L}\d-]+ ){0,2}(?:minutes?|hours?|days?|weeks?|months?)|next (?:working )?day|automatically)\b`,
  'iu',
);

/** True for what befalls some things of a kind, as a rule: "Refused payments appear under Wallet". */
export function isPolicy(text: string): boolean {
  return POLICY.test(text);
}

/** True for such a rule that says when: "Failed payments are retried within a day". */
export function isTimedPolicy(text: string): boolean {
  return TIMED_POLICY.test(text);
}

/** True for a text that speaks to its reader, or of those who write it. */
export function speaksToVisitor(text: string): boolean {
  return /\b(?:we|you|your|our|us|ihre?|ihnen|sie|wir|votre|vous|nous|su|usted)\b/iu.test(text);
}
