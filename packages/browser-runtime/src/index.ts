export { withTimeout } from './async/with-timeout.ts';
export { BrowserSession, type ShownDialog } from './browser/browser-session.ts';
export {
  type BrowserOptions,
  BrowserUnavailable,
  type ProfileOptions,
  browserLauncher,
  profileLauncher,
} from './browser/chromium.ts';
export { keepDownload } from './browser/downloads.ts';
export { type NetworkMonitor, monitorNetwork } from './browser/network-idle.ts';
export {
  type BrowserPool,
  type LentBrowser,
  type Spares,
  createBrowserPool,
  createProfilePool,
} from './browser/pool.ts';
export { renderFingerprint } from './browser/render-fingerprint.ts';
export { SANDBOX_WARNING, runsWithoutSandbox } from './browser/sandbox.ts';
export { type LivePicture, type Screencast, startScreencast } from './browser/screencast.ts';
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
export { addressIn, isPrivateAddress } from './network/addresses.ts';
export { send } from './network/send.ts';
export { type NameKind, byName } from './browser/name-selector.ts';
export { truncate } from './text/truncate.ts';
