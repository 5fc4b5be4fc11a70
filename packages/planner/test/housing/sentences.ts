/** Sentences as people type them. They were written before the rules that carry them out were looked at. */
import { nothing, on } from '../sentence.ts';

export const firstSentences = [
  ...on(
    '/',
    [
      'go to the tenant area, log in with nadia@weir.test and Otter+Lamp88, whats my tenant number?',
      'signed in',
      'M-1414',
    ],
    ['Sign in as nadia@weir.test (password Otter+Lamp88) and stay logged in', 'signed in'],
  ),
  ...on(
    '/home',
    ['Who is my caretaker?', nothing, 'Joost Hale'],
    ['where does Joost Hale sit', nothing, 'Office 2B, ground floor'],
    ['When is the rent due?', nothing, '1 December 2026'],
    ['how big is my flat', nothing, '68 m²'],
    ['Dismiss the bulky waste news', 'hide Bulky waste'],
  ),
  ...on(
    '/rent',
    ['How much did the new key cost?', nothing, '£18.50'],
    ['settle the new key', 'settle New key'],
    ['Go to the older entries and settle the window repair', 'settle Window repair'],
    ['Pay £93.50 by bank transfer with the reference November and confirm', 'pay 93.50 by bank for November'],
    [
      'Set up a direct debit: IBAN DE44 5001, first collection on 1 February 2027, authorise it',
      'debit DE44 5001 from 1 February 2027',
    ],
  ),
  ...on(
    '/documents',
    ['download the house rules', 'download House rules'],
    ['Star the tenancy agreement', 'star Tenancy agreement'],
    [
      'tick Tenancy agreement and House rules and have paper copies sent to me',
      'post Tenancy agreement, House rules',
    ],
    ['how many pages does the energy certificate have', nothing, '3'],
    ['add a document called Payslip October as proof of income', 'paper Proof of income Payslip October'],
  ),
  ...on(
    '/flats',
    ['Show only flats with 3 rooms and tell me the name of the first one', 'rooms 3', 'Elm Yard 11'],
    ['move the rent slider to 600 and count the flats', 'cap 600', 2],
    ['sort by rent and save the first flat to my favourites', ['sort Rent', 'favourite Canal Side 2']],
    ['Which flat is the cheapest?', nothing, 'Canal Side 2'],
    ['compare Birch Court 4 with Canal Side 2', 'compare Birch Court 4 + Canal Side 2'],
  ),
  ...on(
    '/flats/elm',
    ['What is the service charge?', nothing, '£64.00'],
    [
      'Book a viewing on 5 December 2026 at 12:30 for 2 people and give me the reference',
      'viewing Elm Yard 11 2026-12-05 12:30 for 2',
      'V-77',
    ],
    ['ask the agent "Is there a balcony?"', 'question Is there a balcony?'],
  ),
  ...on(
    '/repairs',
    [
      'report a problem in the bathroom: "The drain is blocked", mornings, its urgent',
      'repair; Bathroom; The drain is blocked; mornings; urgent',
    ],
    ['Who is the technician for the broken blind?', nothing, 'Ines Falk'],
    ['withdraw the report about the dripping tap and confirm', 'withdraw R-31'],
  ),
  ...on(
    '/board',
    ['Who posted the lost cat?', nothing, 'Mr Adeyemi'],
    ['Like the note from Ruth Blum', 'like Choir needs altos'],
    ['comment "I saw it" on the lost cat note', 'comment Lost cat: I saw it'],
    ['open the menu of Pram for free and choose Mute', 'mute Pram for free'],
    [
      'put up a new notice with the heading Sofa and the text "To give away", until 31 December 2026, and publish it',
      'notice; Sofa; To give away; 2026-12-31',
    ],
  ),
  ...on(
    '/meters',
    [
      'Enter 18950 for electricity and 330 for water, read on 20 November 2026, and send the readings',
      'meters 18950/330 on 20 November 2026',
    ],
    ['when was the last reading', nothing, '14 November 2025'],
  ),
  ...on(
    '/laundry',
    ['Book washer 2 on Wed 7–10', 'laundry Washer 2 Wed 7–10'],
    ['drag Quick wash above Cotton 60', 'order Quick wash, Cotton 60, Wool'],
    ['How much credit is on my laundry card?', nothing, '£7.20'],
  ),
  ...on(
    '/household',
    ['remove Pavel from the household and confirm', 'remove Pavel Weiss'],
    [
      'type weirs in street and pick Weirside Road, town Leeds, then save the postal address',
      'post to Weirside Road, Leeds',
    ],
  ),
  ...on(
    '/comfort',
    ['set the temperature to 22', ['heat 20', 'heat 21', 'heat 22']],
    ['remind me a week before the rent', 'remind A week before'],
    ['Unlock the front door', 'door unlocked'],
  ),
];

/** Of the office: what it does where it is open. The shut office refuses each. */
export const officeTasks: readonly (readonly [task: string, done: readonly string[]])[] = [
  ['order key number 44', ['key number=44']],
  ['Register my bicycle "Blue Raleigh"', ['bike frame=Blue Raleigh']],
  ['Enter Ivo Kranz as subtenant and save', ['subtenant Ivo Kranz']],
  ['rent a garage space for licence plate LD21', ['garage plate=LD21']],
  ['Type 120 into heating meter and save the heating meter', ['heating 120']],
  ['borrow a key card', ['keycard']],
  ['Book the party room', ['party room']],
  ['lend me a ladder please', ['ladder']],
  ['take a trolley', ['trolley']],
  ['Request a rent certificate', ['certificate']],
  ['subscribe to the newsletter', ['newsletter']],
  ['keep my cellar light on', ['cellar true']],
  ['Change the mail slot to large', ['slot Large']],
  ['change the door sign to Weiss', ['sign Weiss']],
  ['Book the chimney sweep', ['chimney']],
  ['read our brochure and tell me how many pages the house rules have', []],
  ['announce my guest Ida Holm', ['guest guest=Ida Holm']],
  ['Reserve the Mill Room', ['book Mill Room']],
  ['How many people are in the queue?', []],
  ['give notice, last day 28 February 2027, and send it', ['notice 2027-02-28']],
  ['reserve the tool box', ['tools']],
  ['Sign me in as nadia@weir.test with the password Otter-Lamp', []],
];

/** Written after the rules for the first sentences, and tried before any further rule. */
export const secondSentences = [
  ...on(
    '/',
    ['open the tenant area and sign in with e-mail nadia@weir.test, password Otter+Lamp88', 'signed in'],
    [
      'please log in as nadia@weir.test, the password is Otter+Lamp88, and tell me my tenant number',
      'signed in',
      'M-1414',
    ],
  ),
  ...on(
    '/home',
    ["What's my deposit?", nothing, '£1,224.00, held by Northern Trust'],
    ['when is bulky waste collected', nothing, '15 December'],
    ['How many rooms does my flat have?', nothing, '3'],
    ['tell me the phone number of the caretaker', nothing, '0161 555 0144'],
    ['hide the news about the lift works', 'hide Lift works'],
  ),
  ...on(
    '/rent',
    ['what is my balance', nothing, '−£93.50'],
    ['When did I pay the September rent?', nothing, '1 September 2026'],
    [
      'open the pay tab, enter 18.50 as amount, choose bank transfer and pay now, then confirm',
      'pay 18.50 by bank',
    ],
    ['show older entries and tell me what the window repair cost', nothing, '£75.00'],
    ['Which entries are open?', nothing],
  ),
  ...on(
    '/documents',
    ['get me the energy certificate as a download', 'download Energy certificate'],
    ['select all letters and request paper copies', nothing],
    ['When is the tenancy agreement from?', nothing, '2 May 2021'],
    [
      'upload nothing but add a document: kind Insurance, title Home insurance 2026',
      'paper Insurance Home insurance 2026',
    ],
    ['star the house rules and the energy certificate', ['star House rules', 'star Energy certificate']],
  ),
  ...on(
    '/flats',
    ['Find me the biggest flat', nothing],
    ['only show flats that allow pets', 'pets true'],
    ['Rent up to 700 please', 'cap 700'],
    ['heart Elm Yard 11', 'favourite Elm Yard 11'],
    ['show further flats and tell me how much Lock House 7 is', 'further', '£880 a month'],
    ['open Canal Side 2 and tell me the total a month', nothing, '£494.00'],
    ['When is Elm Yard 11 available?', nothing, '1 January 2027'],
  ),
  ...on(
    '/flats/birch',
    ['What kind of heating does it have?', nothing, 'District heating'],
    [
      'go to the viewing tab, set the day to 8 December 2026, pick 17:00 and book the viewing',
      'viewing Birch Court 4 2026-12-08 17:00 for 1',
    ],
    ['who is the agent for this flat', nothing, 'Petra Lunn'],
  ),
  ...on(
    '/repairs',
    [
      'Report a problem: room Kitchen, what is wrong "No hot water", best time evenings, and send the report',
      'repair; Kitchen; No hot water; evenings',
    ],
    ['When is the dripping kitchen tap being repaired?', nothing, '2 December 2026, 8:00 to 10:00'],
    ['rate the cold radiator repair as great', 'rate R-19 Great'],
    ['How many repairs are waiting for parts?', nothing, 1],
  ),
  ...on(
    '/board',
    ['Show older notices and like the one about the garage space', 'like Garage space wanted'],
    ['how many likes does the lost cat have?', nothing, '11'],
    ['report the choir post', 'report Choir needs altos'],
    ['publish a notice titled "Bike" with the text "Found by the river"', 'notice; Bike; Found by the river'],
  ),
  ...on(
    '/meters',
    [
      'fill in the meter form: electricity 19000, water 340, date 21 November 2026, and submit it',
      'meters 19000/340 on 21 November 2026',
    ],
    ['who took the last reading?', nothing, 'Sam Ortega'],
  ),
  ...on(
    '/laundry',
    ['top up the laundry card by 10', 'top up 10'],
    ['choose the dryer and book the free slot on Monday at 7–10', 'laundry Dryer Mon 7–10'],
    ['move Wool before Cotton 60', 'order Wool, Cotton 60, Quick wash'],
  ),
  ...on(
    '/household',
    [
      'Add Mila Novak to the household as a lodger who moves in on 1 March 2027',
      'person Mila; Novak; Lodger; 1 March 2027',
    ],
    ['take Tomas Weiss off the list', 'remove Tomas Weiss'],
    ['we have a cat and a fish', ['Cat true', 'Fish true']],
    ['How many people live here?', nothing, 3],
  ),
  ...on(
    '/comfort',
    ['turn the heat down to 17', ['heat 18', 'heat 17']],
    ['turn on night mode', 'night true'],
    ['change the nickname of the flat to Crow nest', 'nick Crow nest'],
    ['set the number of guests to 3', ['guests 2', 'guests 3']],
    ['Sprache auf Polski: choose Polski as the language', 'language Polski'],
    ['is the front door locked?', nothing, true],
  ),
];

/** Asked of both offices, as above. */
export const secondOfficeTasks: typeof officeTasks = [
  ['I need a key: number 44', ['key number=44']],
  ['register the bicycle Blue Raleigh please', ['bike frame=Blue Raleigh']],
  ['put Ivo Kranz down as my subtenant', ['subtenant Ivo Kranz']],
  ['set the heating meter to 120 and save it', ['heating 120']],
  ['Could I borrow a key card?', ['keycard']],
  ['reserve the party room for us', ['party room']],
  ['get me a trolley', ['trolley']],
  ['I would like to subscribe to the newsletter', ['newsletter']],
  ['tick the cellar light box', ['cellar true']],
  ['I want the large mail slot', ['slot Large']],
  ['Write Weiss on the door sign', ['sign Weiss']],
  ['order the chimney sweep', ['chimney']],
  ['Enter Ida Holm as guest name and announce the guest', ['guest guest=Ida Holm']],
  ['book Mill Room', ['book Mill Room']],
  ['Give notice for 28 February 2027', ['notice 2027-02-28']],
  ['please reserve the tool box for me', ['tools']],
  ['Open the brochure and count the documents', []],
];
