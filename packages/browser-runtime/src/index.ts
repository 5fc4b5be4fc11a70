export { type AttachedOptions, HOW_TO_ATTACH } from './browser/attached/attached-browser.ts';
export { BrowserSession } from './browser/browser-session.ts';
export type { ShownDialog } from './browser/dialogs.ts';
export {
  type BrowserOptions,
  BrowserUnavailable,
  type ProfileOptions,
  browserLauncher,
  findProfileBrowser,
  profileLauncher,
} from './browser/chromium.ts';
export { followOpenings, holdInput, isConnectionHeld } from './browser/connection/bound-connection.ts';
export { keepDownload } from './browser/downloads.ts';
export { type NetworkMonitor, monitorNetwork } from './browser/network-idle.ts';
export {
  type BrowserPool,
  type LentBrowser,
  type Spares,
  createAttachedPool,
  createBrowserPool,
  createProfilePool,
} from './browser/pool.ts';
export { renderFingerprint } from './browser/render-fingerprint.ts';
export { SANDBOX_WARNING, runsWithoutSandbox } from './browser/sandbox.ts';
export { createSessionCookies } from './browser/session-cookies.ts';
export { type LivePicture, type Screencast, startScreencast } from './browser/screencast.ts';
export { removeTraceFiles } from './browser/trace-files.ts';
export { surviveBrowserErrors } from './browser/uncaught.ts';
export {
  type ActionGate,
  type ApprovalRequest,
  type EmittedEvent,
  type Host,
  StepError,
  type StepResult,
  type StoredFile,
} from './host.ts';
export { type Hand, createHand } from './person/hand.ts';
export { describeTabs } from './person/tabs.ts';
export { addressIn, isPrivateAddress, isPrivateName } from './network/addresses.ts';
export { type Sending, send } from './network/send.ts';
export { type ElementNames, elementNames } from './page/element-names.ts';
export { asAscii, inPage } from './page/in-page.ts';
export { NAME_FINDER, type NameKind, byName, nameQuery } from './page/name-selector.ts';
export {
  PageFunctionError,
  type WorldScript,
  callInOwnWorld,
  prepareOwnWorld,
  worldScript,
} from './page/own-world.ts';
export { pageSession } from './page/page-session.ts';
export { defineSelectorEngine } from './page/selector-engines.ts';
export { truncate } from './text/truncate.ts';
