const DONE =
  '(?: (?:were|was|have been))? (?:added|saved|imported|sent|updated|uploaded|deleted|removed|created|invited|moved|stored|published|booked|placed)\\b';
const PARTLY = new RegExp(
  String.raw`(?<!\bstep )\b(\d+) (?:out )?of (\d+)(?: (?!steps?\b)\p{L}+)?${DONE}`,
  'iu',
);
const NONE = new RegExp(String.raw`\b(?:0|zero|no) [\p{L}-]+${DONE}`, 'iu');
/** "Invited 1 of 2 people", "Imported 0 contacts". */
const DID = String.raw`^\W*(?:added|saved|imported|sent|updated|uploaded|invited|moved|stored|published|booked|placed)(?: to)?`;
const DID_PARTLY = new RegExp(String.raw`${DID} (\d+) (?:out )?of (\d+)\b`, 'iu');
const DID_NONE = new RegExp(
  String.raw`${DID} (?:0|zero|no) \p{L}(?!.*\b(?:added|created|updated|changed|saved|imported|sent) [1-9])`,
  'iu',
);

const ALL_BUT =
  /\b(?:saved|stored|updated|changed|imported|uploaded),? (?:except|but not|apart from) (?:for )?(?:the|your|\d)/iu;

/** "14 contacts imported, 3 skipped". */
const LEFT_OUT =
  /\b[1-9]\d*(?: \p{L}+)? (?:(?:was|were) )?(?:skipped|ignored|left out|übersprungen|ignorée?s?|rejetée?s?|omitid[oa]s?)(?!\p{L})|\b(?:skipped|ignored|left out) [1-9]/iu;

/** A control that does its deed to several things. */
const OF_SEVERAL = /\b(?:all|both|every\w*|each|selected|these|\d+|alle|beide|tous|toutes|todos|todas)\b/iu;
const SOME = /\b(\d+) (?:out )?of (\d+)(?: \p{L}+)?(?: (?:is|are|was|were|has been|have been))? \p{L}+ed\b/iu;

/**
 * "2 of 3 members added", "0 rows imported": whatever the control is called.
 * @param control of one that is for several things, what it does may have any name
 */
export function isNotAll(text: string, control: string): boolean {
  const several = OF_SEVERAL.test(control) ? SOME.exec(text) : null;
  const [, some, all] = PARTLY.exec(text) ?? DID_PARTLY.exec(text) ?? several ?? [];
  return (
    Number(some) < Number(all) ||
    ALL_BUT.test(text) ||
    LEFT_OUT.test(text) ||
    NONE.test(text) ||
    DID_NONE.test(text)
  );
}
