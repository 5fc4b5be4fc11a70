export { type Place, type Turn, choose, click, drag, fill, move, press, read, scroll, type } from './act.ts';
export type { Application } from './application.ts';
export { type Computer, openComputer } from './computer.ts';
export { entryOf, executableOf } from './desktop-entries.ts';
export { ComputerError, type ComputerErrorCode } from './errors.ts';
export { fingerprintWindow } from './fingerprint.ts';
export { findAll, findOne } from './find.ts';
export type { Found } from './look.ts';
export { openApplication } from './open.ts';
export { type Bounds, type Point, contains } from './shapes.ts';
export type { Scope } from './scope.ts';
export { STOP_CHORD } from './x11/hands.ts';
export { type References, takeSnapshot } from './snapshot.ts';
export { takePicture } from './take-picture.ts';
export type { DesktopTarget } from './target.ts';
export {
  type DesktopView,
  type MenuEntry,
  type ViewedElement,
  type ViewedWindow,
  viewDesktop,
  viewMenus,
} from './view.ts';
export { type Window, listWindows, windowAt } from './x11/windows.ts';
export { type Environment, whyNot } from './why-not.ts';
