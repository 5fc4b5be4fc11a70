import { understood, type UnderstoodTask } from './understood.ts';

const page = 'https://p.test/trade';

/** What customers of a trade counter ask for. */
export const tradeTasks: readonly UnderstoodTask[] = [
  understood(
    `Open ${page}. Return 3 of part GV-50 from order K-5018, reason faulty`,
    ['open', page],
    ['form', 'control Return'],
    ['set', 'order number', 'K-5018'],
    ['fill', 'part number', 'GV-50'],
    ['set', 'quantity', '3'],
    ['fill', 'reason', 'faulty'],
    ['submit'],
  ),
  understood(
    `Open ${page}. Fill in the form with order number K-4952, part number OR-225, reason Not needed and send it`,
    ['open', page],
    ['fill', 'order number', 'K-4952'],
    ['fill', 'part number', 'OR-225'],
    ['fill', 'reason', 'Not needed'],
    ['submit'],
  ),
  understood(
    'Set holiday from 21/12/2026 until 04/01/2027',
    ['set', 'holiday from', '21/12/2026'],
    ['set', 'holiday to', '04/01/2027'],
  ),
  understood('Drag Milk to the top of the list', ['rank', 'Milk', 'top']),
  understood('Move the report to the end of the list', ['rank', 'report', 'bottom']),
  understood(
    'Select R-1, R-2 and R-3 and email them',
    ['choose', 'R-1'],
    ['choose', 'R-2'],
    ['choose', 'R-3'],
    ['click', 'control email'],
  ),
  understood('Open the last page', ['paging', 'last']),
  understood('Show page 3', ['paging', '3']),
  understood('List all the names', ['read', 'each name of ']),
  understood(
    'Deliver by parcel service on 1 December 2026, note "Use the side door"',
    ['choose', 'parcel service'],
    ['fill', 'delivery date', '1 December 2026'],
    ['set', 'note', 'Use the side door'],
  ),
  understood(
    'Request a call back on 0113 496 0000 in the afternoon',
    ['form', 'control request call back'],
    ['fill', 'phone', '0113 496 0000'],
    ['fill', 'time', 'Afternoon'],
    ['submit'],
  ),
  understood(
    'Sign up for the newsletter with ida@acme.test, monthly',
    ['fill', 'email', 'ida@acme.test'],
    ['choose', 'monthly'],
    ['submit'],
  ),
  understood('Notify me when the check valve is back in stock', [
    'click',
    'notify me button of the check valve',
  ]),
  understood(
    'Find the code and put it in the basket',
    ['find', 'code'],
    ['click', 'button Add to basket of code'],
  ),
  understood(
    'Invite Nina Holt, nina@acme.test, as a fitter',
    ['form', 'control Invite'],
    ['fill', 'Invite with', 'nina@acme.test'],
    ['fill', 'name', 'Nina Holt'],
    ['select', 'role', 'fitter'],
    ['submit'],
  ),
];
