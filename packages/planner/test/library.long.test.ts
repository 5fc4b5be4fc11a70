import { expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';
import { libraryPages } from './library-pages.ts';

const tasks = tasksOn(() => servePages(libraryPages));

/** What the page says afterwards. */
const SAID = ' and report the text of said';

test.concurrent.each([
  ['/signin', 'Log in with nora@example.com and Sea-Horse_9, then tell me how many books I have on loan', 3],
  ['/books', `Put Knots and Ropes in the basket${SAID}`, 'basket Knots and Ropes'],
  ['/books', `add the cheapest book to my basket${SAID}`, 'basket Knots and Ropes'],
  ['/books', `Add the second book to the basket${SAID}`, 'basket Knots and Ropes'],
  ['/books', 'What does Sea Charts cost?', '£24.00'],
  ['/books', 'Which book has the highest rating?', 'Knots and Ropes'],
  ['/books', 'list the titles of all books', ['Sea Charts', 'Knots and Ropes', 'Lighthouse Tales']],
  ['/books', 'How many books are there?', 3],
  ['/books', `sort the books by price, lowest first${SAID}`, 'sorted by Price: low to high'],
  ['/books', `Show only books in stock${SAID}`, 'in stock true'],
  ['/books', `Give the third book a like${SAID}`, 'liked Lighthouse Tales'],
  ['/books', 'Open the first book in the list and report the heading', 'A book'],
  ['/loans', `Click Renew next to Knots and Ropes${SAID}`, 'renewed Knots'],
  ['/loans', `In the second row click Renew${SAID}`, 'renewed Knots'],
  ['/loans', 'sort by due date and report the title of the first row', 'Knots and Ropes'],
  ['/widgets', `Set the font size to 15${SAID}`, 'size 15'],
  ['/widgets', `Choose German as the language${SAID}`, 'language German'],
  ['/widgets', `Type Berl in Branch and pick Berlin from the suggestions${SAID}`, 'branch Berlin'],
  ['/widgets', `Type Berl in Branch and take the suggestion${SAID}`, 'branch Berlin'],
  ['/widgets', `Set the return date to 3 December 2026${SAID}`, 'date 2026-12-03'],
  ['/widgets', `Move the Read charts card into the Done column${SAID}`, 'moved'],
  ['/widgets', `Tick "Hide my history"${SAID}`, 'hidden true'],
  ['/widgets', `From the More menu, pick Share list${SAID}`, 'shared'],
  ['/widgets', `Star this list${SAID}`, 'starred'],
  ['/widgets', `Clear my history${SAID}`, 'erased history'],
  [
    '/contact',
    'Fill in the form with your name Nora Hale, e-mail nora@example.com, subject Lost card and question "Where is it?", tick the privacy notice and send it. Tell me the ticket number',
    'Q-5501',
  ],
  ['/shelves', 'Go to the next page and list the items', ['Cleat', 'Deck']],
  [
    '/two',
    'Copy the order reference into Primary code, click Save codes and tell me the result',
    'saved ORD-88/',
  ],
  ['/two', `Type A1 in both fields and save the codes${SAID}`, 'saved A1/A1'],
])('carries out an everyday sentence on %s: %s', async (page, task, answer) => {
  const { outcome, events } = await tasks.run(`Open SITE${page}. ${task}`, {
    stepTimeoutMs: 20_000,
  });
  expect([outcome.errorMessage, ...Object.values(outcome.outputs)]).toEqual([null, answer]);
  expect(events.some(({ data }) => data?.['risk'] === 'high')).toBe(false);
});

test.concurrent.each([
  ['/books', 'How many invoices are there?'],
  ['/books', 'Add the second teapot to the basket'],
  ['/loans', 'Open the first ticket'],
])('refuses on %s a kind of thing that the page does not have: %s', async (page, task) => {
  const { outcome } = await tasks.run(`Open SITE${page}. ${task}`, { stepTimeoutMs: 5_000 });
  expect([outcome.status, outcome.outputs]).toEqual(['failed', {}]);
});
