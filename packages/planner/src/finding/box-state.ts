import { chooseCandidate } from './choose-element.ts';
import { TICKS } from './purposes.ts';
import type { Phrase } from '../grammar/clause.ts';
import type { PageView } from '../page/page-view.ts';

const ON = /^(?:ticked|checked|selected|enabled|on|activated)$/iu;
const OFF = /^(?:unticked|unchecked|disabled|off|deactivated)$/iu;

/** Whether the box or switch of that name is in that state; null where the page has none, or the words name no such state. */
export function isBoxSo(view: PageView, box: Phrase, state: string): boolean | null {
  const isOff = OFF.test(state);
  const choice = isOff || ON.test(state) ? chooseCandidate(view, box, 'check') : null;
  if (choice === null || !('one' in choice) || !TICKS.includes(choice.one.role)) return null;
  const { styled, checked } = choice.one;
  if (styled === 'unknown') return null;
  return (styled === null ? checked : styled === 'on') !== isOff;
}
