import { expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';
import { componentPages } from './component-pages.ts';

const tasks = tasksOn(() => servePages(componentPages));

test.concurrent.each([
  ['/upload', 'Import from link', 'Import from link;'],
  ['/stay', 'Submit a review: cleanliness 2 stars, location 4 stars', 'sent 2,4;'],
  ['/reviewers', 'Select Ann Ash and Cy Cedar as reviewers and request the review', 'Ann Ash,Cy Cedar;'],
  ['/reviewers', 'Choose Bob Birch as reviewer and click Request review', 'Bob Birch;'],
  ['/sprint', 'Move Fix login to Doing', 'Fix login to Doing;'],
  ['/sprint', 'Move the card "New cart" to the Done column', 'New cart to Done;'],
  ['/songs', 'Move Static to the top', 'Moon,Static,Rivers;Static,Moon,Rivers;'],
  ['/songs', 'Move the first song to the end of the list', 'Rivers,Moon,Static;Rivers,Static,Moon;'],
  ['/songs', 'Move Moon to the end of the list', 'Rivers,Moon,Static;Rivers,Static,Moon;'],
  ['/places', 'Drag Zoo to the top of the list', 'Zoo,Cinema,Museum;'],
  ['/queue', 'Drag Dan to the top', 'Dan,Anna,Ben,Cleo;'],
  ['/queue', 'Drag Anna down by one position', 'Ben,Anna,Cleo,Dan;'],
  ['/queue', 'Move Cleo up one place', 'Anna,Cleo,Ben,Dan;'],
  ['/queue', 'Drag Ben to the 4th position', 'Anna,Cleo,Dan,Ben;'],
  ['/songs', 'Move Moon down by two places', 'Rivers,Moon,Static;Rivers,Static,Moon;'],
  ['/recipes', 'Cook the recipe with the longest duration', 'cook Roast;'],
  ['/recipes', 'Cook the recipe with the shortest duration', 'cook Tart;'],
  ['/recipes', 'Cook the recipe with the lowest weight', 'cook Tart;'],
  ['/members', 'Add Bo Berg to the project and save', 'Ed Eng,Bo Berg;'],
  ['/members', 'Move Ana Alves and Cy Cole to Selected and save the members', 'Ed Eng,Ana Alves,Cy Cole;'],
  ['/members', 'Remove Ed Eng from the project members and save', ';'],
  ['/inbox', 'Archive the messages from the Gym and the Bank', 'Archive Gym,Bank;'],
  ['/inbox', 'Delete the message "Book due"', 'Delete Library;'],
  ['/report', 'Open the File menu and choose Share > Copy link', 'Share Copy link;'],
  ['/printer', 'Assign the ticket to Martin Shaw', 'assigned to Martin Shaw;'],
  ['/table', 'Book a table at 18:30', 'booked 18:30;'],
  ['/stock', 'Sort the table by price, highest first', '1 up;1 down;'],
  ['/sales', 'Switch to Month', 'Month;'],
  ['/hotel', 'Give the hotel 4.5 stars and send the review', '4.5 ;'],
  ['/hotel', 'Rate the stay 3 stars with the comment "Quiet room" and send it', '3 Quiet room;'],
  ['/terms', 'Scroll to the bottom of the textarea, enter the name "Ada", then press "Agree"', 'agreed Ada;'],
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

test('presses once what opened nothing', async () => {
  const { outcome, events } = await tasks.run('Open SITE/deaf. Click "Import files"', {
    stepTimeoutMs: 6000,
  });
  expect(outcome.status).toBe('failed');
  const opened = events.filter(
    ({ type, message }) => type === 'agent.action' && message.startsWith('Open "'),
  );
  expect(opened).toHaveLength(1);
}, 60_000);

test.concurrent.each([
  ['/printer', 'Assign the ticket to Peter Pan'],
  ['/members', 'Add Ed Eng to the project and save'],
  ['/inbox', 'Forward the message "Book due"'],
])(
  'does nothing on %s for "%s", which is not offered',
  async (path, task) => {
    const { outcome } = await tasks.run(`Open SITE${path}. ${task}`, { stepTimeoutMs: 6000 });
    expect(outcome.status).toBe('failed');
  },
  60_000,
);

test.concurrent('does not send a form to find a field of it', async () => {
  const { outcome, effects } = await tasks.run(
    'Open SITE/stay. Submit a review: service 2 stars, location 4 stars',
    {
      stepTimeoutMs: 6000,
    },
  );
  expect(outcome.status).toBe('failed');
  expect(effects).toEqual([]);
}, 60_000);
