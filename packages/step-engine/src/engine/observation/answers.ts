import type { Response } from 'playwright-core';

/** An answer that a page reads without it says in one of these members whether the site did what it was asked. */
const VERDICTS = ['ok', 'success', 'succeeded'];
const CODES = ['status', 'statusCode', 'code'];
const FAILED = /^(?:error|fail|failed|failure|nok|ko)$/i;
const MAX_BYTES = 200_000;
const MAX_DEPTH = 2;

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isMembers(value)) return Object.keys(value).length > 0;
  return value === true || (typeof value === 'string' && value !== '');
}

/** The first sentence in what an answer says of its error. */
function sentenceIn(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return null;
  const members = value as Members;
  const named = ['message', 'detail', 'reason', 'error', 'errors', 'userErrors'].map((name) => members[name]);
  for (const each of [...named, ...Object.values(members)]) {
    const found = sentenceIn(each, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** Whether the members say that the request was refused; null when they say neither yes nor no. */
function refuses(members: Members): boolean | null {
  const verdict = VERDICTS.map((name) => members[name]).find((value) => typeof value === 'boolean');
  if (verdict !== undefined) return !verdict;
  const { data } = members;
  const hasData = isMembers(data) && Object.values(data).some((value) => value !== null);
  if (isFilled(members['error']) || isFilled(members['userErrors'])) return true;
  if (isFilled(members['errors'])) return !hasData;
  const state = members['status'];
  if (typeof state === 'string' && FAILED.test(state)) return true;
  return CODES.some((name) => {
    const code = members[name];
    return typeof code === 'number' && code >= 400 && code < 600;
  })
    ? true
    : null;
}

/**
 * What an answer in JSON says of a refusal, whatever its status is: `{"ok": false}`, `{"errors": […]}` and the like, of a
 * GraphQL answer also what it says of each operation. Null when it says none.
 */
export function refusalIn(body: string): string | null {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return null;
  }
  for (const each of Array.isArray(answer) ? answer.slice(0, 10) : [answer]) {
    if (!isMembers(each)) continue;
    const said = refuses(each);
    if (said === true) return sentenceIn(each) ?? body.slice(0, 100);
    if (said === false || !isMembers(each['data'])) continue;
    const refused = Object.values(each['data']).find((part) => isMembers(part) && refuses(part) === true);
    if (refused !== undefined) return sentenceIn(refused) ?? body.slice(0, 100);
  }
  return null;
}

const FAULT = /<(?:\w+:)?(?:fault|errors?)\b[^>]*>(?:\s*<[^>]*>)*\s*([^<]{1,300})/i;
const PLAIN_ERROR = /^\s*(?:error|fail(?:ed|ure)?|nok|denied)\b.{0,300}/i;

/** Reads what an answer in JSON, XML or plain text says of a refusal; null when it says none. Waits until it is over. */
export async function readRefusal(response: Response): Promise<string | null> {
  const headers = response.headers();
  const type = headers['content-type'] ?? '';
  if (!/\b(?:json|xml)\b|text\/plain/i.test(type) || /xhtml/i.test(type)) return null;
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) return null;
  const body = await response.text();
  if (body.length > MAX_BYTES) return null;
  if (/\bxml\b/i.test(type)) return FAULT.exec(body)?.[1]?.trim() || null;
  return /json/i.test(type) ? refusalIn(body) : (PLAIN_ERROR.exec(body)?.[0].trim() ?? null);
}
