import type { ProtocolMessage } from '../connection/bound-connection.ts';

/** A command of Playwright or the engine. */
export type Asked = ProtocolMessage & { id: number; method: string };

/** What belongs to the Run, by the browser's ids. */
export interface Known {
  readonly isTab: (targetId: string) => boolean;
  /** Sessions with a page of the Run, a part of one, or the browser. */
  readonly isSession: (sessionId: string) => boolean;
  /** Sessions with a page of the Run or a part of one. */
  readonly isPage: (sessionId: string | undefined) => boolean;
  readonly isDownload: (guid: string) => boolean;
}

type Params = Record<string, unknown>;
/** The parameters with which the command may be sent, or what to do instead; `nothing` answers as if it were done. */
export type Judgement = Params | 'refuse' | 'nothing' | 'open';
type Rule = (params: Params, known: Known) => Judgement;

/** Commands of these act on the page or worker of their session. */
const OF_THE_PAGE =
  /^(?:Accessibility|CSS|DOM|DOMSnapshot|Debugger|Emulation|Fetch|IO|Input|Inspector|Log|Network|Overlay|Page|Performance|Runtime)\./;
/** Except these, which act on the whole profile. */
const OF_THE_PROFILE =
  /^(?:Network\.(?:clearBrowser\w+|deleteCookies|setCookie\w*)|Page\.(?:setDownloadBehavior|\w*CompilationCache))$/;

/** Workers that pages share may be the person's. */
const OF_ONE_PAGE = [{ type: 'iframe' }, { type: 'worker' }];

const pass: Rule = (params) => params;
const ofTab: Rule = (params, { isTab }) => (isTab(String(params['targetId'])) ? params : 'refuse');
const ofTabOrOwn: Rule = (params, known) =>
  params['targetId'] === undefined ? params : ofTab(params, known);

const RULES: Readonly<Record<string, Rule>> = {
  'Browser.getVersion': pass,
  'Browser.getWindowForTarget': ofTabOrOwn,
  // Where the person's downloads go stays as it is.
  'Browser.setDownloadBehavior': () => ({ behavior: 'default', eventsEnabled: true }),
  'Browser.cancelDownload': ({ guid }, { isDownload }) => (isDownload(String(guid)) ? { guid } : 'refuse'),
  'Storage.getCookies': () => ({}),
  'Target.activateTarget': ofTab,
  'Target.attachToBrowserTarget': pass,
  'Target.attachToTarget': ofTab,
  'Target.closeTarget': ofTab,
  'Target.createTarget': () => 'open',
  'Target.detachFromTarget': (params, { isSession }) =>
    isSession(String(params['sessionId'])) ? params : 'refuse',
  'Target.getTargetInfo': ofTabOrOwn,
};

/** Decides about a command. Those that no rule names are refused, so that new ones do no harm. */
export function judge({ method, params = {}, sessionId }: Asked, known: Known): Judgement {
  if (sessionId !== undefined && !known.isSession(sessionId)) return 'refuse';
  const isOfPage = known.isPage(sessionId);
  // From the browser itself it would reach the person's tabs, too.
  if (method === 'Target.setAutoAttach') return isOfPage ? { ...params, filter: OF_ONE_PAGE } : 'nothing';
  if (isOfPage && OF_THE_PAGE.test(method) && !OF_THE_PROFILE.test(method)) return params;
  return Object.hasOwn(RULES, method) ? (RULES[method]?.(params, known) ?? 'refuse') : 'refuse';
}
