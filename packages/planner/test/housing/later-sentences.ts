/** Sentences that were written once the first two lists were mended, and tried before any further rule. */
import { nothing, on } from '../sentence.ts';

export const laterSentences = [
  ...on('/', ['Log in to the tenant area with nadia@weir.test / Otter+Lamp88 and remember me', 'signed in']),
  ...on(
    '/home',
    ['how many rooms do I have', nothing, 3],
    ['What is the address of my flat?', nothing, '9 Weir Lane, flat 14'],
    ['Since when am I a tenant?', nothing, 'May 2021'],
    ['dismiss both news', ['hide Lift works', 'hide Bulky waste']],
  ),
  ...on(
    '/rent',
    ['settle both open entries', nothing],
    ['How many entries are there in total?', nothing, 5],
    ['click on Direct debit, tick the authorisation, enter the IBAN GB11 22 and set it up', nothing],
    ['on the Pay tab pay 75 by card and say yes', 'pay 75 by card'],
  ),
  ...on(
    '/documents',
    ['what kind of document is Rent increase 2026?', nothing, 'Letter'],
    ['Download the rent increase letter', 'download Rent increase 2026'],
    ['send me a paper copy of the house rules', nothing],
    ['Add a document with the title Passport', 'paper Other Passport'],
  ),
  ...on(
    '/flats',
    ['Which flats are available now?', nothing],
    ['how much is Elm Yard 11 a month', nothing, '£690 a month'],
    ['order the flats by size and tell me which one is first', 'sort Size', 'Lock House 7'],
    ['show me flats for at most £500', 'cap 500'],
    ['open the flat with the lowest rent', nothing],
  ),
  ...on(
    '/flats/canal',
    ['How much is the deposit?', nothing, '£860.00'],
    [
      'reserve a viewing for 3 people on 9 December 2026 at 10:00',
      'viewing Canal Side 2 2026-12-09 10:00 for 3',
    ],
    ['when was it built?', nothing, '1987'],
    ['send Petra Lunn the question "Are cats allowed?"', 'question Are cats allowed?'],
  ),
  ...on(
    '/repairs',
    ['expand the broken blind and tell me its number', nothing, 'R-28'],
    ["What's the status of the cold radiator?", nothing, 'Done'],
    ['withdraw report R-28 and accept the question', 'withdraw R-28'],
  ),
  ...on(
    '/board',
    ['what does the note about the choir say', nothing, 'Tuesdays at 19:00 in the common room.'],
    ['Like all notices', ['like Pram for free', 'like Lost cat', 'like Choir needs altos']],
    ['mute the pram note', 'mute Pram for free'],
    ['who lost a cat?', nothing, 'Mr Adeyemi'],
  ),
  ...on('/meters', [
    'Submit the reading: electricity 18500, water 320, read on 1 November 2026',
    'meters 18500/320 on 1 November 2026',
  ]),
  ...on(
    '/laundry',
    ['Select the dryer, then click the free slot on Tue 10–13', 'laundry Dryer Tue 10–13'],
    ['what is the credit on my laundry card', nothing, '£7.20'],
    ['Put Wool on top of the list of programmes', nothing],
  ),
  ...on(
    '/household',
    [
      'Add a person: first name Mila, surname Novak, relation Lodger, moves in on 1 March 2027',
      'person Mila; Novak; Lodger; 1 March 2027',
    ],
    ['Who is the tenant?', nothing, 'Nadia Weiss'],
    ['remove Tomas Weiss and press Remove in the dialog', 'remove Tomas Weiss'],
    ['we keep a fish: select Fish under pets', 'Fish true'],
  ),
  ...on(
    '/comfort',
    ['add two guests', ['guests 2', 'guests 3']],
    ['lower the temperature to 18 degrees', 'heat 18'],
    ['switch the language to Español', 'language Español'],
    ['rename the flat to Nest', nothing],
    ['set the rent reminder to a day before', 'remind A day before'],
  ),
];
