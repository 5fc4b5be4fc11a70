import type { Response } from 'playwright-core';
import { type Denial, denialIn } from './denials.ts';

/** In one of these members an answer says whether the site did what it was asked. */
const VERDICTS = ['ok', 'success', 'succeeded', 'successful', 'isOk', 'isSuccess', 'isSuccessful'];
/** They say so too, unless they are properties of a record. */
const VERDICTS_OF_NO_RECORD = ['saved', 'stored', 'applied', 'accepted', 'allowed', 'valid', 'isValid'];
const RECORD = ['id', '_id', 'uuid', 'createdAt', 'created_at'];
const CODES = ['status', 'statusCode', 'code'];
const FAILED = /^(?:error|fail|failed|failure|nok|nack|nak|ko)$/i;
/** What is not the state of a record is the result of the request. */
const REFUSED =
  /^(?:error|fail|failed|failure|nok|ko|rejected|denied|declined|refused|invalid|forbidden|unauthori[sz]ed)$/i;
const ERRORS =
  /^(?:error_?(?:code|message|msg|text|description|details?)|(?:validation|field|form|input)_?errors?)$/i;
const NO_ERROR = /^(?:0|ok|none|no_?error|success)$/i;
/** How many records were changed. */
const CHANGED =
  /^(?:(?:rows_?)?(?:affected|modified|matched|updated|deleted|removed|inserted)(?:_?(?:rows|count))?)$/i;
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
  const named = [
    'message',
    'error_message',
    'errorMessage',
    'msg',
    'detail',
    'reason',
    'error',
    'errors',
    'userErrors',
  ].map((name) => members[name]);
  for (const each of [...named, ...Object.values(members)]) {
    const found = sentenceIn(each, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** The verdict that the members name, however they write it; undefined for none. */
function verdictOf(members: Members): boolean | undefined {
  const said = VERDICTS.map((name) => members[name]).find((value) =>
    [true, false, 'true', 'false', 0, 1].includes(value as boolean),
  );
  return said === undefined ? undefined : [true, 'true', 1].includes(said as boolean);
}

function changedNothing(members: Members): boolean {
  const counts = Object.entries(members).filter(
    ([name, value]) => CHANGED.test(name) && typeof value === 'number',
  );
  return counts.length > 0 && counts.every(([, count]) => count === 0);
}

function isError(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0;
  return isFilled(value) && !(typeof value === 'string' && NO_ERROR.test(value));
}

/** Errors, and results of the request, under the names that sites give them. */
function namesError(members: Members): boolean {
  const results = ['result', 'outcome'].map((name) => members[name]);
  const isRecord = RECORD.some((name) => name in members);
  return (
    results.some((value) => typeof value === 'string' && REFUSED.test(value)) ||
    (typeof members['type'] === 'string' && FAILED.test(members['type'])) ||
    (!isRecord && VERDICTS_OF_NO_RECORD.some((name) => members[name] === false)) ||
    (!isRecord && changedNothing(members)) ||
    Object.entries(members).some(([name, value]) => ERRORS.test(name) && isError(value))
  );
}

/** A code of a kind that begins like a status of HTTP, with a word about it in the place of what was asked for. */
function saysCode(members: Members): boolean {
  const said = members['message'] ?? members['msg'];
  return (
    members['data'] === null &&
    typeof said === 'string' &&
    !/^\W*(?:ok(?:ay)?|success\w*|done)?\W*$/i.test(said) &&
    CODES.some((name) => typeof members[name] === 'number' && /^[45]\d{4}$/.test(String(members[name])))
  );
}

/** Whether the members say that the request was refused; null when they say neither yes nor no. */
function refuses(members: Members): boolean | null {
  const verdict = verdictOf(members);
  if (verdict !== undefined) return !verdict;
  const { data } = members;
  const hasData = isMembers(data) && Object.values(data).some((value) => value !== null);
  if (isFilled(members['error']) || isFilled(members['userErrors'])) return true;
  if (isFilled(members['errors'])) return !hasData;
  const state = members['status'];
  if (typeof state === 'string' && FAILED.test(state)) return true;
  if (namesError(members) || saysCode(members)) return true;
  return CODES.some((name) => {
    const code = members[name];
    return typeof code === 'number' && code >= 400 && code < 600;
  })
    ? true
    : null;
}

/** What an answer wraps, or one of several results in it, that says that it was refused. */
function refusedWithin(members: Members): Members | undefined {
  const { meta } = members;
  if (isMembers(meta) && refuses(meta) === true) return meta;
  const results = Object.values(members)
    .filter((value) => Array.isArray(value))
    .flatMap((value: unknown[]) => value.slice(0, 100));
  return [members['data'], members['result'], members['response'], ...results]
    .filter(isMembers)
    .find((each) => verdictOf(each) === false);
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
    if (said === false) continue;
    const within = refusedWithin(each);
    if (within !== undefined) return sentenceIn(within) ?? body.slice(0, 100);
    if (!isMembers(each['data'])) continue;
    const refused = Object.values(each['data']).find((part) => isMembers(part) && refuses(part) === true);
    if (refused !== undefined) return sentenceIn(refused) ?? body.slice(0, 100);
  }
  return null;
}

const HTTP_ERROR = /^(?:4|5)\d\d$/;

/** What one of several results in an answer with status 207 was refused with; null where all were taken. */
function refusalAmong(value: unknown, depth = 0): string | null {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH + 2) return null;
  const members = value as Members;
  const isRefused = CODES.some((name) => HTTP_ERROR.test(String(members[name])));
  if (isRefused) return sentenceIn(value) ?? JSON.stringify(value).slice(0, 100);
  for (const each of Object.values(members)) {
    const said = refusalAmong(each, depth + 1);
    if (said !== null) return said;
  }
  return null;
}

/** The same of an answer of several results, each with a status of its own (RFC 4918, section 13). */
export function partialRefusalIn(body: string): string | null {
  try {
    return refusalAmong(JSON.parse(body));
  } catch {
    return null;
  }
}

const FAULT = /<(?:\w+:)?(?:fault|errors?)\b[^>]*>(?:\s*<[^>]*>)*\s*([^<]{1,300})/i;
/** A whole page with one field for a password, in the place of an answer. */
const SIGN_IN_PAGE =
  /^\s*<(?:!doctype|html)\b(?!.*type=["']?password.*type=["']?password).*<input\b[^>]*type=["']?password/is;
const PLAIN_ERROR = /^\s*(?:error|fail(?:ed|ure)?|nok|denied)\b.{0,300}/i;

/** What an answer says of a refusal. */
export interface Answer {
  refusal: string | null;
  denial: Denial | null;
}

/**
 * Reads what an answer in JSON, XML or plain text says of a refusal, and whether a page to sign in came in its place. Waits until it
 * is over.
 */
export async function readAnswer(response: Response): Promise<Answer> {
  const headers = response.headers();
  const type = headers['content-type'] ?? '';
  const silent = { refusal: null, denial: null };
  if (!/\b(?:json|xml)\b|text\/(?:plain|html)/i.test(type) || /xhtml/i.test(type)) return silent;
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) return silent;
  const body = await response.text();
  if (body.length > MAX_BYTES) return silent;
  return { refusal: refusalOf(body, type, response.status()), denial: denialIn(body) };
}

function refusalOf(body: string, type: string, status: number): string | null {
  // Scripts that set no type send their JSON as HTML.
  if (/html/i.test(type))
    return SIGN_IN_PAGE.test(body) ? 'a page that asks for a password' : refusalIn(body);
  if (/\bxml\b/i.test(type)) return FAULT.exec(body)?.[1]?.trim() || null;
  if (/json/i.test(type)) return (status === 207 ? partialRefusalIn(body) : null) ?? refusalIn(body);
  return refusalIn(body) ?? PLAIN_ERROR.exec(body)?.[0].trim() ?? null;
}
