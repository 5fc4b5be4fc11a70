import { expect, test } from '@jest/globals';
import { tasksOnOwnSites } from './browser.ts';
import { serveNoting } from './noting-site.ts';
import { choicePages } from './choice-pages.ts';
import { customerPages } from './customer-pages.ts';
import { listActs } from './list-acts.ts';
import { rowPages } from './row-pages.ts';

const run = tasksOnOwnSites(() => serveNoting(rowPages));
const runForCustomer = tasksOnOwnSites(() => serveNoting(customerPages));
const runOnChoices = tasksOnOwnSites(() => serveNoting(choicePages));
const runOnLists = tasksOnOwnSites(() => serveNoting(listActs));

test.concurrent.each<[path: string, task: string, done: string[], answers?: unknown[]]>([
  ['/team', 'For Ann, set the role to Admin', ['Ann Admin']],
  ['/team', "Change Bob's role to buyer", ['Bob Buyer']],
  ['/team', 'Give Ann the role of buyer', ['Ann Buyer']],
  ['/team', 'In the row of Bob, click Edit', ['edit Bob']],
  ['/members', "Change Bob's role to buyer", ['Bob Buyer']],
  ['/members', 'Make Bob an Admin', ['Bob Admin']],
  ['/parts', 'List the parts that are out of stock', [], [['Ball valve', 'Seal']]],
  ['/parts', 'How many parts are out of stock?', [], [2]],
  ['/parts', 'Enter 5 in the quantity field of the second row', ['Gate valve 5']],
  ['/parts', 'Set the quantity in the third row to 7', ['Seal 7']],
  ['/orders', 'Copy the order from the first row into the Reference field', ['reference 4710']],
  ['/orders', 'Copy the status of order 4711 into the Reference field', ['reference Open']],
  ['/checkout', 'Place the order with PO number 7781', ['ordered 7781']],
  ['/ticket', 'Close ticket 12 with the comment "done"', ['closed done']],
  ['/tickets', 'Close ticket 12 with the comment "done"', ['closed done']],
  ['/invoices', 'Download invoice R-100 as a PDF', ['PDF R-100']],
  ['/about', 'Read the first paragraph', [], ['We make pumps.']],
  ['/about', 'What does the second paragraph say?', [], ['Since 1980.']],
  ['/file', 'Open the File menu and click Save as', ['saved as']],
  ['/list', 'Drag the first item to the end of the list', ['Bolt,Chain,Axle']],
  ['/list', 'Move Chain to the top', ['Chain,Axle,Bolt']],
  ['/list', 'Move Axle to the top', []],
  ['/pages', 'Keep clicking Next until the button is disabled, then tell me the page', [], ['3']],
  ['/pages', 'Click Next until there are no more pages and list the parts', [], [['Part 5', 'Part 6']]],
])(
  'does on %s what "%s" asks for',
  async (path, task, done, answers) => {
    const told = await run(`Open SITE${path}. ${task}`, 15_000);
    expect(told).toMatchObject({ status: 'completed', done, ...(answers && { answers }) });
  },
  60_000,
);

test('presses nothing when it is to confirm with a password that is not given', async () => {
  expect(await run('Open SITE/close. Delete my account and confirm with my password')).toMatchObject({
    status: 'failed',
    done: [],
  });
}, 60_000);

test.concurrent.each<[path: string, task: string, done: string[], answers?: unknown[]]>([
  ['/catalogue', 'Add the two cheapest parts to the basket', ['added Nut', 'added Seal']],
  ['/catalogue', 'Put the cheapest two parts in the basket', ['added Nut', 'added Seal']],
  ['/basket', 'Set the quantity of all items to 2', ['Ball valve 2', 'Gate valve 2', 'Seal 2']],
  ['/basket', 'Move the seal from the basket to the wish list', ['wished Seal']],
  ['/basket', 'Increase the quantity of the seal by 2', ['Seal 3']],
  ['/quantity', 'Increase the quantity by 2', ['quantity 3']],
  ['/sections', 'Turn off all notifications', ['Orders false', 'Offers false']],
  ['/sections', 'Turn on all notifications', ['Messages true']],
  ['/names', 'Disable all notifications', ['SMS notifications false', 'Push notifications false']],
  ['/faq', 'Expand every question', ['Shipping', 'Returns', 'Payment']],
  [
    '/faq',
    'Open the FAQ about returns and tell me the answer',
    ['Returns'],
    ['We answer on returns by mail.'],
  ],
  ['/filters', 'Remove the filters', ['cleared']],
  ['/prices', 'What is the average price?', [], ['€6.00']],
  ['/prices', 'List the three cheapest parts', [], [['Nut', 'Seal', 'Gate valve']]],
  ['/prices', 'What are the two most expensive parts?', [], [['Ball valve', 'Gate valve']]],
  ['/invoices', 'Download all invoices', ['saved R-1', 'saved R-2']],
  ['/support', 'Raise a ticket: pump broken, priority high', ['pump broken, High']],
  [
    '/support',
    'Raise a ticket with subject pump broken and priority high and tell me its number',
    ['pump broken, High'],
    ['T-9'],
  ],
  ['/bills', 'What is the total of my unpaid invoices?', [], ['€40.50']],
  ['/bills', "Which invoices haven't been paid yet?", [], [['R-1', 'R-3']]],
  ['/bills', 'Which items are on invoice R-1?', [], [['Seal', 'Nut']]],
  ['/orders', 'Cancel order 4711, reason: ordered by mistake', ['cancelled 4711, ordered by mistake']],
  ['/contacts', 'Add Bob as a contact, phone 0171 5555', ['Bob, 0171 5555']],
  [
    '/sales',
    'Contact sales: I would like a quote for 100 seals',
    ['sent I would like a quote for 100 seals'],
  ],
  ['/login', 'Log in (ada@x.test, Teapot-4) and tell me the customer number', ['ada@x.test, 8'], ['C-1']],
  ['/login', 'Login: ada, password: Teapot-4. Then tell me the customer number', ['ada, 8'], ['C-1']],
  ['/messages', 'Open the message from Priya and read it to me', [], ['Here is your invoice.']],
  ['/gate', 'What does the gate valve weigh?', [], ['320 g']],
  ['/gate', 'I want to buy a gate valve', ['bought']],
  ['/valve', 'Write a review for the ball valve: Great valve, 5 stars', ['5 Great valve']],
  ['/valve', 'Review the ball valve with 4 stars and the text "Good"', ['4 Good']],
])(
  'does for several things on %s what "%s" asks for',
  async (path, task, done, answers) => {
    const told = await runOnLists(`Open SITE${path}. ${task}`, 15_000);
    expect(told).toMatchObject({ status: 'completed', done, ...(answers && { answers }) });
  },
  60_000,
);

test.concurrent.each<[path: string, task: string, done: string[], answers?: unknown[]]>([
  ['/city', 'Set the city to London', ['chose London']],
  ['/city', 'Type Le in the city field and pick Leeds', ['chose Leeds']],
  ['/addresses', 'Use the billing address as the delivery address and save', ['5 Low Road']],
  ['/contact', 'Write to us: name Ada, e-mail ada@x.test, message "Hello"', ['Ada,ada@x.test,Hello']],
  ['/shipping', 'Choose express shipping with gift wrap and continue', ['express true']],
  ['/shipping', 'Select the cheapest shipping option and continue', ['collected false']],
  ['/shipping', 'Pick the fastest shipping and continue', ['express false']],
  ['/switches', 'Make sure sound is on', []],
  ['/switches', 'Make sure dark mode is on', ['Dark mode true']],
  ['/switches', 'Is sound switched on?', [], [true]],
  ['/switches', 'Is dark mode enabled?', [], [false]],
  ['/switches', 'Is gift wrap ticked?', [], [true]],
  ['/delivery', 'Set the delivery date to 20/11/2026 at 14:30 and save', ['2026-11-20 14:30']],
])(
  'chooses on %s what "%s" asks for',
  async (path, task, done, answers) => {
    const told = await runOnChoices(`Open SITE${path}. ${task}`, 15_000);
    expect(told).toMatchObject({ status: 'completed', done, ...(answers && { answers }) });
  },
  60_000,
);

test.concurrent.each<[path: string, task: string, done: string[], answers?: unknown[]]>([
  ['/parts', 'Which parts are out of stock?', [], [['Ball valve', 'Pump']]],
  ['/parts', 'List the parts in stock', [], [['Gate valve', 'Ring kit']]],
  ['/parts', 'How many parts are in stock?', [], [2]],
  ['/parts', 'How many ring kits are in stock?', [], ['3']],
  ['/parts', 'How many of CP-25 do you have?', [], ['0']],
  ['/parts', 'Sum up the stock column', [], ['15']],
  ['/parts', 'List all parts under €20', [], [['Ball valve', 'Ring kit']]],
  ['/parts', 'How many rows does the table have?', [], [4]],
  ['/filtered', 'Remove the Acme filter', ['removed Acme']],
  ['/cookies', 'Decline the cookies and tell me my customer number', ['Only necessary'], ['C-10']],
  ['/cookies', 'Accept only the necessary cookies', ['Only necessary']],
  ['/orders', 'Tick the box of order 4712', ['ticked 4712']],
  ['/orders', 'Select the rows for Ann and Bob', ['ticked 4711', 'ticked 4712']],
  ['/orders', 'What payment method was used for order 4711?', [], ['Invoice']],
  ['/orders', 'What address was order 4711 sent to?', [], ['Dock Road 9, Bern']],
  ['/help', 'Say the page was helpful', ['Yes']],
  ['/pump', 'Where is the X200 made?', [], ['Italy']],
  ['/invoice', 'E-mail the invoice to me', ['mailed']],
  ['/tickets', 'Create a ticket about billing: I was charged twice', ['Billing: I was charged twice']],
  ['/contact', 'Write to support that the pump leaks', [': the pump leaks']],
  ['/contact', 'Contact support with subject Leak and message The pump leaks', ['Leak: The pump leaks']],
  ['/problem', 'Report a problem with order 4712: it arrived broken', ['4712: it arrived broken']],
  ['/loaves', 'How many baguettes are available?', [], ['300']],
  ['/loaves', 'What is the code of the rye bread?', [], ['RY-02']],
  ['/loaves', 'Add one rye bread and three baguettes to the cart', ['1 Rye bread', '3 Baguette']],
  ['/flour', 'Calculate the flour for 40 loaves', [], ['20 kg']],
  ['/contact', 'Write to support: subject Leak, message "The pump leaks"', ['Leak: The pump leaks']],
  ['/addresses', 'Add a new address: Dock Road 9, 3000 Bern', ['Dock Road 9,3000,Bern']],
  ['/due', 'Which invoice is due first?', [], ['R-2']],
  ['/reviewed', 'What is the average rating of the pump?', [], ['4.5']],
  ['/exports', 'Export the orders as CSV', ['exported']],
  ['/again', 'Repeat my latest order', ['ordered 4712']],
  ['/drivers', 'On which days does Ivy Grant drive?', [], [['Monday', 'Friday']]],
  [
    '/purchase',
    'Fill in the form with purchase order PO-7, note "Back door", accept the terms and place the order',
    ['PO-7 Back door'],
  ],
  ['/orders', 'List the items of order 4712', [], [['Mug', 'Pot']]],
  ['/orders', 'What was in order 4712?', [], [['Mug', 'Pot']]],
  ['/orders', 'Print the delivery note of order 4712', ['printed']],
  ['/paged', 'Count all orders on all pages', [], [3]],
  ['/paged', 'Go through all pages and tell me how many orders are open', [], [2]],
  ['/paged', 'Find order 4720, it may be on another page, and tell me its status', [], ['Shipped']],
  ['/rated', 'Sort by rating and tell me the name of the first one', [], ['Pot']],
  ['/rated', 'Sort by price, lowest first, and tell me the name of the first one', [], ['Lid']],
  ['/cart', "What's in my cart?", [], [['Ball valve', 'Pump']]],
  ['/cart', 'Change the number of ball valves in the cart to 5', ['Ball valve 5']],
  ['/cart', 'Go to checkout and pay with credit card', [' Credit card']],
  ['/checkout', 'Select express delivery and pay by invoice', ['Express Invoice']],
  [
    '/checkout',
    'Check out with express and credit card, and give me the order number',
    ['Express Credit card'],
    ['881'],
  ],
  ['/checkout', 'Complete the order using invoice as payment', [' Invoice']],
  ['/slots', 'Book the 10:30 slot', ['booked 10:30']],
  ['/plans', 'Upgrade to the Pro plan', ['Pro']],
  ['/notices', 'Uncheck all notifications except email and save', ['true,false,false']],
  ['/range', 'Set the date range from 1 to 15 December 2026 and click Show', ['2026-12-01 2026-12-15']],
  [
    '/ask',
    'Fill in the contact form: Ada, ada@home.test, "Hi there" and send it',
    ['Ada,ada@home.test,Hi there'],
  ],
  ['/delete', 'Delete invoice R-100, but cancel when it asks', ['kept']],
])(
  'does for a customer on %s what "%s" asks for',
  async (path, task, done, answers) => {
    const told = await runForCustomer(`Open SITE${path}. ${task}`, 15_000);
    expect(told).toMatchObject({ status: 'completed', done, ...(answers && { answers }) });
  },
  60_000,
);

test.concurrent.each([
  'Remove ticket 12 from the list',
  'Decline the cookies',
  'Accept only the necessary cookies',
])(
  'does nothing else when the page has no control for "%s"',
  async (task) => {
    expect(await runForCustomer(`Open SITE/requests. ${task}`, 5_000)).toMatchObject({
      status: 'failed',
      done: [],
    });
  },
  60_000,
);

test('marks no task as done to see what else could be done to it', async () => {
  expect(await runForCustomer('Open SITE/todo. Archive the task Buy milk')).toMatchObject({
    status: 'failed',
    done: [],
  });
}, 60_000);

test('takes no subject of a message for who wrote it', async () => {
  expect(await runForCustomer('Open SITE/messages. Who wrote the latest message?')).toMatchObject({
    status: 'failed',
    answers: [],
  });
}, 60_000);

test('takes no way of shipping for the cheapest of something else', async () => {
  expect(await runOnChoices('Open SITE/order. Choose the cheapest valve')).toMatchObject({
    status: 'failed',
    done: [],
  });
}, 60_000);

test('adds up no part of a list that has further pages', async () => {
  expect(await runOnLists('Open SITE/paged. What is the total of my unpaid invoices?')).toMatchObject({
    status: 'failed',
    answers: [],
  });
}, 60_000);

test('does not call sections open that shut one another', async () => {
  expect(await runOnLists('Open SITE/tabs. Expand all sections')).toMatchObject({ status: 'failed' });
}, 60_000);
