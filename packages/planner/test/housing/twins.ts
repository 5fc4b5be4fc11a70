/** Twins of the sentences that are done: what they are about is not there, or the page refuses it. */
import { nothing, on } from '../sentence.ts';

function refused(page: string, ...tasks: string[]) {
  return on(page, ...tasks.map((task): [string, readonly string[]] => [task, nothing]));
}

export const twins = [
  ...refused('/', 'Sign in as nadia@weir.test (password Otter-Lamp) and stay logged in'),
  ...refused(
    '/home',
    'where does Ruth Blum sit',
    'who is my gardener?',
    'when is glass collected',
    'tell me the phone number of the gardener',
    'hide the news about the roof',
  ),
  ...refused(
    '/rent',
    'Pay £20 by cheque with the reference November and confirm',
    'Pay £0 by bank transfer with the reference November and confirm',
    'Set up a direct debit: IBAN DE44 5001, first collection on 1 February 2031, authorise it',
    'Set up a direct debit: IBAN DE44 5001, first collection on 1 February 2027',
    'How much did the new door cost?',
  ),
  ...refused(
    '/documents',
    'download the gas bill',
    'star the house rules and the gas bill',
    'have paper invoices sent to me',
    'how many pages does the gas bill have',
    'add a document called Payslip October as proof of age',
  ),
  ...refused(
    '/flats',
    'Show only flats with 7 rooms',
    'sort by colour',
    'compare Birch Court 4 with Rose Hill',
    'Which flat is the heaviest?',
  ),
  ...refused(
    '/flats/elm',
    'ask the plumber "Is there a balcony?"',
    'Book a viewing on 5 December 2020 at 12:30 for 2 people',
    'Book a viewing on 5 December 2026 at 13:45',
    'What kind of cooling does it have?',
  ),
  ...refused(
    '/repairs',
    'Who is the technician for the leaking roof?',
    'withdraw the report about the wet cellar and confirm',
    'rate the broken blind as great',
  ),
  ...refused(
    '/board',
    'Who posted the lost dog?',
    'comment "I saw it" on the lost dog note',
    'publish a notice titled "Bike"',
    'open the menu of Pram for free and choose Delete',
    'how many likes does the lost dog have',
  ),
  ...refused(
    '/meters',
    'Enter 100 for electricity and 330 for water, read on 20 November 2026, and send the readings',
    'who took the first reading?',
  ),
  ...refused(
    '/laundry',
    'book Tuesday 7–10',
    'book Sunday 7–10',
    'Book washer 2 on Wed 7–10',
    'drag Wool above Silk',
  ),
  ...refused(
    '/comfort',
    'remind me two weeks before the rent',
    'set the number of dogs to 3',
    'change the motto of the flat to Crow nest',
    'is the back door locked?',
    'keep my attic light on',
  ),
];
