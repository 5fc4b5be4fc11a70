import { type Quote, straight, targetWords } from './elements.ts';

/** The verb of a primitive that acts on an element or an address. Others have only a summary. */
const ACTIONS: Readonly<Record<string, string>> = {
  'browser.assert': 'Check',
  'browser.check': 'Tick',
  'browser.click': 'Click',
  'browser.download': 'Download',
  'browser.drag': 'Drag',
  'browser.extract': 'Read',
  'browser.fill': 'Fill',
  'browser.hover': 'Point at',
  'browser.navigate': 'Open',
  'browser.press': 'Press a key in',
  'browser.screenshot': 'Take a picture of',
  'browser.scroll': 'Scroll to',
  'browser.select': 'Choose in',
  'browser.type': 'Type into',
  'browser.uncheck': 'Untick',
  'browser.upload': 'Upload to',
  'desktop.click': 'Click',
  'desktop.fill': 'Fill',
  'desktop.read': 'Read',
  'desktop.select': 'Choose in',
};

/** The verb of a primitive: `Fill`. Null for primitives without one. */
export function actionWord(primitive: string): string | null {
  return ACTIONS[primitive] ?? null;
}

/** Describes a step for people: `Fill the field "Quantity"`. Null if its input names neither element nor address. */
export function stepWords(
  primitive: string,
  { target, url }: { target?: string | object | undefined; url?: string | undefined },
  quote: Quote = straight,
): string | null {
  const action = ACTIONS[primitive];
  const what = target === undefined ? url : targetWords(target, quote);
  return action === undefined || what === undefined ? null : `${action} ${what}`;
}
