/** A member by which an answer says no, of a site that shows nothing else. */
export interface Denial {
  /** Empty for an answer that is nothing but `false`. */
  name: string;
  value: false | string;
}

const STATES: ReadonlySet<string> = new Set(['status', 'state', 'result', 'outcome', 'decision']);
const REFUSED =
  /^(?:error|fail(?:ed|ure)?|rejected|denied|declined|refused|forbidden|unauthori[sz]ed|blocked|not[ _-]\w+)$/i;

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/**
 * What an answer in JSON says no with, in words that may as well tell of a thing: `false`, `{"status": "rejected"}`,
 * `{"renewed": false}`. Of several members that are true or false none says it.
 */
export function denialIn(body: string): Denial | null {
  const answer = parsed(body);
  if (answer === false) return { name: '', value: false };
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  const members = Object.entries(answer);
  const state = members.find(
    ([name, value]) => STATES.has(name) && typeof value === 'string' && REFUSED.test(value),
  );
  if (state !== undefined) return { name: state[0], value: state[1] as string };
  const [said, another] = members.filter(([, value]) => typeof value === 'boolean');
  return said?.[1] === false && another === undefined ? { name: said[0], value: false } : null;
}
