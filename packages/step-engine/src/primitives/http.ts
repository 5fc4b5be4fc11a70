import { StepError, type Sending, send } from '@errand/browser-runtime';
import type { Handlers } from './primitive.ts';

function decode(bytes: Uint8Array, contentType: string | undefined): unknown {
  const text = new TextDecoder().decode(bytes);
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType ?? '')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function hasHeader(headers: Record<string, string>, name: string): boolean {
  return Object.keys(headers).some((header) => header.toLowerCase() === name);
}

/** @throws {StepError} `action_failed` */
export function urlOfRequest(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new StepError('action_failed', 'input.url: must be an absolute http or https URL.', {
      noEffect: true,
    });
  return url;
}

export const http: Handlers<'http'> = {
  'http.request': async (call, { method, url: text, headers = {}, query = {}, json, body, expectStatus }) => {
    const url = urlOfRequest(text);
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, String(value));
    const sent = json === undefined ? body : JSON.stringify(json);
    const typed: Record<string, string> =
      json === undefined || hasHeader(headers, 'content-type') ? {} : { 'content-type': 'application/json' };
    const sending: Sending = {
      network: call.session.surface.network,
      method,
      url,
      headersFor: async ({ origin }): Promise<Record<string, string>> =>
        origin === url.origin ? { ...typed, ...headers } : typed,
      ...(sent !== undefined && { body: sent }),
      signal: call.signal,
      mostBytes: call.session.limits.outputBytes,
    };
    const { response } = await call.unbroken(() => send(sending));
    const expected = [expectStatus ?? response.status].flat();
    if (!expected.includes(response.status))
      throw new StepError(
        'assertion_failed',
        `The answer had status ${response.status}, not ${expected.join(' or ')}.`,
      );
    return {
      status: response.status,
      headers: response.headers,
      body: decode(response.bytes, response.headers['content-type']),
    };
  },
};
