import { expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';
import { listPages, say } from './list-pages.ts';

const tasks = tasksOn(() =>
  servePages(Object.fromEntries(Object.entries(listPages).map(([path, body]) => [path, `${say}${body}`]))),
);

test.concurrent.each([
  ['/todo', 'Add "Feed cat"', 'added Feed cat;'],
  ['/todo', 'Tick all tasks', 'done Buy milk;done Call Bob;'],
  ['/stars', 'Give it 4 stars', 'star 4;'],
  ['/airport', 'Choose Bern as the airport', 'chose Bern;'],
  ['/cart', 'Set the quantity of Red mug to 3', 'Red mug 2;Red mug 3;'],
  ['/shirts', 'Filter by the colour red', 'filtered red;'],
  ['/file', 'Rename the file to "b.txt"', 'renamed b.txt;'],
  ['/mail', 'Delete the message from Bob', 'deleted Bob;'],
  ['/mail', 'Select the messages from Ann and Cy and delete them', 'deleted Ann;deleted Cy;'],
  ['/mail', 'Reply "Thanks" to the message from Cy', 'replied Thanks;'],
  ['/visit', 'Choose 14 January 2027 and book', 'booked 14 January 2027;'],
  ['/visit', 'Book a visit on 3 October 2026', 'booked 3 October 2026;'],
  ['/inbox', 'Delete the message Winter driving tips and confirm,', 'deleted Winter driving tips;'],
  ['/tickets', 'Archive all tickets assigned to Bob', 'archived 12;archived 14;'],
  ['/users', 'Invite sue@x.test as an Editor', 'invited sue@x.test Editor;'],
  ['/courses', 'Book a place on Fire safety', 'Book a place Fire safety;'],
  ['/courses', 'Put me on the waiting list for Excel for analysts', 'Join waiting list Excel for analysts;'],
  ['/leave', 'Cancel the pending leave request', 'cancelled L-33;'],
  ['/leave', 'Vote for Curry in the poll', 'voted Curry;'],
  ['/papers', 'Add the cheapest paper to the basket', 'added Matt 250;'],
  ['/papers', 'Add the Silk 130 and the Matt 250 to my cart', 'added Silk 130;added Matt 250;'],
  ['/service', 'Rate the service with 4 stars', 'star 4;'],
  ['/cart', 'Press plus twice for the blue mug', 'Blue mug 2;Blue mug 3;'],
  ['/showings', 'Hide the showing Snow Atlas', 'hidden Snow Atlas;'],
  ['/staff', 'Edit Noor Haddad and set the role to Producer', 'saved Producer;'],
  ['/endless', 'Scroll down until you see Film 20 and press Watch of Film 20', 'watching Film 20;'],
  ['/posts', 'Move the post Boat repairs to the trash', 'trashed Boat repairs;'],
  ['/posts', 'Add Island spring to my watchlist', 'watching Island spring;'],
  ['/bolts', 'Sort by name', 'sorted;'],
  ['/alerts', 'Make weekly digest on and order emails off', 'Weekly digest true;Order emails false;'],
  ['/alerts', 'Order emails off', 'Order emails false;'],
  ['/interests', 'Select Filters, Pumps and Heating as interests, save', 'Filters+Pumps+Heating;'],
  ['/limit', 'Set the amount to 12 and click Save', 'saved 12;'],
  ['/limit', 'Set the amount to 12 and save', 'saved 12;'],
  ['/voucher', 'Apply the code SPRING and check out', 'tried SPRING;ordered;'],
  ['/bill', 'Pay the invoice by bank transfer', 'paid by Bank transfer;'],
  ['/ticket', 'Make it urgent', 'saved Urgent;'],
  ['/ticket', 'Mark it as urgent and save', 'saved Urgent;'],
  [
    '/damage',
    'Enter the e-mail bob@acme.test, tick the confirmation and send the report',
    'sent bob@acme.test true;',
  ],
  ['/seats', 'Reserve seats B2 and B3', 'B2,B3;'],
  ['/entries', 'Delete the first two entries', 'deleted Bob;deleted Ann;'],
  ['/files', 'Select all but Ann and delete them', 'deleted Bob,Cy;'],
  ['/account', 'Close my account and confirm with my password Heron-4', 'closed by 7;'],
  ['/vet', 'Cancel the appointment on 3 December', 'cancelled Mog;'],
  ['/basket', 'Change the quantity of the kibble to 4', 'Adult Kibble 12kg 4;'],
  ['/bulk', 'Mark the message from Bob as read', 'read Bob;'],
  ['/pets', 'Add a pet called Kiwi, species bird, born on 3 March 2024', 'Kiwi+Bird+2024-03-03;'],
  ['/notify', 'Tick the boxes for email and SMS, leave phone unticked and save', 'true true false;'],
  ['/board', 'Add a card Buy paint to To do', 'To do: Buy paint;'],
])(
  'does on %s what "%s" asks for',
  async (path, task, said) => {
    const { outcome } = await tasks.run(`Open SITE${path}. ${task} and report the text of said`, {
      stepTimeoutMs: 15_000,
    });
    expect(outcome).toMatchObject({ status: 'completed', outputs: { text_of_said: said } });
  },
  60_000,
);

test.concurrent.each([
  ['/todo', 'How many tasks are there?', [2]],
  ['/releases', 'Tell me the version at the top', ['5.1.0']],
  ['/releases', 'Expand 5.2.0 and tell me how many bugs were fixed', [17]],
  ['/blocked', 'Tell me the title of the ticket', ['Slow search']],
  ['/tickets', 'List the tickets assigned to Bob', [['Pump leaks', 'No power']]],
  ['/tickets', 'How many tickets are assigned to Carol?', [1]],
  ['/tickets', 'Which tickets were reported by Ada?', [['Pump leaks', 'No power', 'Dust']]],
  ['/tickets', 'Which tickets are low or high?', [['12', '13', '14']]],
  ['/tickets', 'List the tickets with the priority Low', [['Valve stuck', 'No power']]],
  ['/tickets', 'Are there any tickets assigned to Eve?', [false]],
  ['/tickets', 'For ticket 13, tell me the priority', ['Low']],
  [
    '/tickets',
    'Read the number and priority of every ticket',
    [
      ['12', '13', '14', '15', '16'],
      ['High', 'Low', 'Low', 'Medium', 'Medium'],
    ],
  ],
  ['/stock', 'What is the cheapest part in stock?', ['Gear']],
  ['/people', 'Which people live in Bonn?', [['Bob Birch', 'Ed Elm']]],
  ['/orders', 'Which order has the highest total?', ['#1002']],
  ['/orders', 'How many orders does Ann Ash have?', [2]],
  ['/orders', 'What is the sum of all totals?', ['€ 164.50']],
  ['/orders', 'Which orders cost more than 30 euros?', [['#1002', '#1003']]],
  ['/orders', 'How many orders did Ann Ash place?', [2]],
  ['/lines', 'What is the phone number?', ['0171 5555']],
  ['/lines', 'What is the weight?', ['320 g']],
  ['/vet', 'What time do you close on Saturday?', ['13:00']],
  ['/vet', 'Is the clinic open on Sunday?', [false]],
  ['/vet', 'Which vet will see Mog?', ['Dr Zielinski']],
  ['/basket', 'How many dental chews are in the basket?', ['2']],
  ['/basket', 'Tell me the shipping cost', ['€4.95']],
  ['/lines', 'What is the colour?', ['black']],
  ['/lines', 'What is the address?', ['5 St. John Street, Leeds']],
  ['/plans', 'Which plan is the cheapest?', ['Starter']],
  ['/menu', 'What is the cheapest dish?', ['Lentil salad']],
  ['/menu', 'How many vegan dishes are there?', [2]],
  ['/events', 'Tell me the second event', ['Board lunch']],
  ['/events', 'How many orders are still drafts?', [2]],
  ['/jobs', 'Which job pays the most?', ['Senior nurse']],
  ['/jobs', 'What does the cook earn?', ['£24,000']],
  ['/jobs', 'Find jobs in York. How many are there?', [2]],
  ['/contact', 'What is the phone number of the reception?', ['01904 555 010']],
  ['/contact', 'What is the e-mail of the sales department?', ['sales@fern.test']],
  ['/contact', 'Give me the e-mail addresses of all team members', [['Ann@fern.test', 'Bob@fern.test']]],
  ['/contact', 'Are dogs allowed?', [true]],
  ['/contact', 'Is smoking allowed?', [false]],
  ['/mail', 'Open the message from Bob and tell me the code', ['34317']],
  ['/filtered', 'Search for kettle and tell me how many products there are', [2]],
  ['/people', 'How many people live in Ulm?', [3]],
  ['/people', 'Who is the oldest person?', ['Flo Fir']],
  ['/more', 'What is the cheapest part on this page?', ['Gear']],
  [
    '/news',
    'List all headlines',
    [['Fair opens', 'Bridge closed', 'New mayor', 'Bus strike', 'Museum free']],
  ],
  ['/showings', 'Is there a seat left for Night Ferry?', [false]],
  ['/posts', 'How many posts are by Mara?', [2]],
  ['/tabs', 'Switch to the Awards tab and tell me the award', ['Jury prize']],
  ['/recipes', 'Which recipe is the quickest?', ['Rösti']],
  ['/posts', 'Which posts are by Mara?', [['Boat repairs', 'Island spring']]],
  ['/showings', 'Are there any seats left for Snow Atlas?', [true]],
  ['/policies', 'Tell me the names', [['Family travel', 'Ski week']]],
  ['/prices', 'How much is the Plus cover for a car?', ['£27']],
  ['/prices', 'Who leads the storm team?', ['Captain Jo Farrow']],
  ['/prices', 'Tell me when the surveyor comes', ['3 December at 10:30']],
  ['/claims', 'What is the status of claim C-2?', ['Rejected']],
  [
    '/faq',
    'Expand "Can I pay monthly?" and tell me the answer',
    ['Yes, by direct debit. Monthly payment costs 4% more.'],
  ],
  ['/inbox', 'How many unread messages are there?', [2]],
  ['/courses', 'When is the fire safety course?', ['10 December 2026']],
  ['/courses', 'What is the date of the course Excel for analysts?', ['14 January 2027']],
  ['/team', 'Who is the sales director?', ['Farid Noor']],
  ['/leave', 'How many days of leave can I carry over?', [5]],
  ['/branches', 'When is the Exeter branch open on Saturdays?', ['Closed']],
  ['/news', 'How many news items are there?', [5]],
  ['/papers', 'Which paper is the heaviest?', ['Board']],
  ['/order', 'Who is the account manager of order PJ-20?', ['Paul Adeyemi']],
  ['/news', 'Load more until you see Bus strike', []],
  ['/overview', 'What is the balance due?', ['£1,284.50']],
  ['/overview', 'How many open orders do we have?', [2]],
  ['/overview', 'Who is it assigned to?', ['Yusuf Demir']],
  ['/overview', 'Tell me its state', ['Closed']],
  ['/overview', 'Is there anybody called Dana Whitlow on the team?', [true]],
  ['/overview', 'Open the account menu and choose Our team. Who is the sales director?', ['Farid Noor']],
  ['/overview', 'Give me all names in the table', [['Dana Whitlow', 'Tom Ellery']]],
  ['/tools', 'Go to page 3 and tell me how many products are on it', [3]],
  ['/lamp', 'Is it in stock?', [true]],
  ['/parcels', 'Sort by total and tell me the parcel at the top', ['P-5']],
  ['/received', 'What is my order number?', ['E-1071']],
  ['/invoices', 'Which invoices are from January 2027?', [['4713', '4712']]],
  ['/tiers', 'Which plan is cheaper?', ['Basic']],
  ['/delivery', 'How long does delivery take?', ['3 to 5 working days']],
  ['/members', 'Give me the e-mail addresses of everyone in Sales', [['Ida@fern.test', 'Tom@fern.test']]],
])(
  'answers on %s "%s"',
  async (path, question, values) => {
    const { outcome } = await tasks.run(`Open SITE${path}. ${question}`, { stepTimeoutMs: 15_000 });
    expect(outcome.status === 'completed' ? Object.values(outcome.outputs) : outcome).toEqual(values);
  },
  60_000,
);

test.concurrent.each([
  ['/orders', 'Which customer has the highest total?'],
  // Two people are called so.
  ['/tickets', 'List the tickets assigned to Dan'],
  ['/contact', 'Are cats allowed?'],
  ['/papers', 'Mark Silk 130 as a favourite'],
  ['/lake', 'How deep is the lake?'],
  ['/week', 'Is Tuesday 20:00 free?'],
  // The hours are those of the clinic.
  ['/vet', 'Is the pool open on Sunday?'],
  ['/visit', 'Book a visit on 31 February 2027'],
  // Its list of ways to sort does nothing.
  ['/still', 'Sort by price'],
  // Its head only says that it sorts.
  ['/bolts', 'Sort by price'],
  ['/bolts', 'Sort by price, lowest first'],
])(
  'refuses on %s "%s"',
  async (path, task) => {
    const { outcome } = await tasks.run(`Open SITE${path}. ${task}`, { stepTimeoutMs: 15_000 });
    expect(outcome).toMatchObject({ status: 'failed', outputs: {} });
  },
  60_000,
);

test('presses nothing more once the site has refused what it would build on', async () => {
  const { outcome, effects } = await tasks.run('Open SITE/voucher. Apply the code WINTER and check out');
  expect(outcome.status).toBe('failed');
  expect(outcome.errorMessage).toContain('This code is not valid');
  expect(effects.join()).not.toContain('Check out');
}, 60_000);

test('presses no button that does something to find an answer behind it', async () => {
  const { effects } = await tasks.run('Open SITE/letters. Who wrote about the overdue invoice?');
  expect(effects.join()).not.toContain('Delete');
}, 60_000);
