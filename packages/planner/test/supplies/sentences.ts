/** Sentences as people type them, with SITE for the address. They were written before any rule was read. */
import { nothing, on, type Sentence } from '../sentence.ts';

export const firstSentences: readonly Sentence[] = [
  // To sign in.
  ...on(
    '/',
    [
      'Go to SITE/signin and sign in as ada@harbour-garage.example with password Anchor?Blue9. What is my customer number?',
      'signed in',
      'C-77120',
    ],
    [
      'Open SITE, log in with ada@harbour-garage.example and Anchor?Blue9 and tell me how much I owe',
      'signed in',
      '£84.50',
    ],
    [
      'go to SITE, sign in (username ada@harbour-garage.example, password Anchor?Blue9, keep me signed in) and tell me how many open tickets I have',
      'signed in',
      3,
    ],
    [
      'Go to SITE/signin, log in as ada@harbour-garage.example / Anchor?Blue9, get the name of my account manager and log out',
      ['signed in', 'signed out'],
      'Dana Whitfield',
    ],
    // The basket.
    ['Go to SITE/parts and add the ball valve to the basket', 'basket + 1 BR-204'],
    ['On SITE/parts, add 5 safety goggles to my cart', 'basket + 5 BR-311'],
    ['Go to SITE, search for "wrench" and put it in the basket', 'basket + 1 BR-407'],
    [
      'go to SITE/parts and add both the hex bolts and the work gloves to the basket',
      ['basket + 1 BR-101', 'basket + 1 BR-305'],
    ],
    [
      'Go to SITE/parts/BR-305, choose yellow in size L, set the quantity to 3 and add it to the cart',
      'basket + 3 BR-305 Yellow L',
    ],
    [
      'Go to SITE/basket, change the quantity of the work gloves to 10 and tell me the total',
      'quantity BR-305 10',
      '£65.00',
    ],
    ['Open SITE/basket and remove the work gloves', 'basket - BR-305'],
    ['Go to SITE/basket and apply the discount code DOCK10', 'code DOCK10'],
    // Questions.
    ['Go to SITE/parts and tell me the price of the LED lamp', nothing, '£22.40'],
    ['Go to SITE/parts. How many torque wrenches are in stock?', nothing, '7'],
    ['go to SITE/parts and find out who supplies the work gloves', nothing, 'Handsafe'],
    ['Go to SITE/orders: when was order 10418 placed?', nothing, '21 October 2026'],
    ['Go to SITE/orders and get the status of order 10432', nothing, 'Shipped'],
    ['How much did order 10399 cost? You find it at SITE/orders', nothing, '£112.00'],
    ['Go to SITE/customers and tell me who the contact of Pellworm Boats is', nothing, 'Piet Sand'],
    ['Go to SITE/customers and count the rows', nothing, 5],
    ['What is the phone number of the Leeds depot? Look at SITE/help', nothing, '0113 555 077'],
    ['Go to SITE/messages. Is there a message from the warehouse?', nothing, true],
    ['Go to SITE and tell me when the Leeds depot opens', nothing, '1 February 2027'],
    ['Go to SITE/help and get the minimum order value', nothing, '£25.00'],
    ['Go to SITE/orders/10432 and tell me the tracking number', nothing, 'BW10432GB'],
    ['Find the customer number of Cliff Bakery on SITE/customers', nothing, 'C-77190'],
    // Forms.
    [
      'Go to SITE/quick-order and order 12 of part BR-114, needed by 4 December 2026, reference Shed roof',
      'quick-order part=BR-114&quantity=12&needed=04/12/2026&reference=Shed roof',
    ],
    [
      'Go to SITE/tickets/new, fill in the form with subject "Wrong invoice", priority High, order number 10399 and description "I was charged twice", send it and tell me the ticket number',
      'ticket subject=Wrong invoice&priority=High&order=10399&description=I was charged twice',
      'T-5013',
    ],
    [
      'Go to SITE/customers/new and create a customer: company name Elm Joinery, contact Sue Elm, e-mail sue@elm.example, country Norway, credit limit 1200, trade customer. Save it.',
      'customers/new name=Elm Joinery&contact=Sue Elm&email=sue@elm.example&country=Norway&credit=1200&kind=Trade',
    ],
    [
      'Fill out the checkout at SITE/checkout with PO number 4711, delivery on 1 December 2026 in the afternoon at the back yard, accept the terms and place the order',
      'checkout po=4711&date=2026-12-01&slot=Afternoon&to=Back yard&terms=yes',
    ],
    [
      'Go to SITE/messages and write a new message to Accounts with the subject "Paid" and the text "I paid on Monday". Mark it as urgent and send it.',
      'message to Accounts: Paid / I paid on Monday (urgent)',
    ],
    [
      'Go to SITE and subscribe to the newsletter with ada@harbour-garage.example',
      'newsletter ada@harbour-garage.example',
    ],
    ['Go to SITE/help, scroll down to the feedback form and send "Great service"', 'feedback Great service'],
    // Lists.
    [
      'Go to SITE/customers, select Harbour Garage, Tidewater Hotel and Cliff Bakery and export them',
      'export C-77120, C-77155, C-77190',
    ],
    [
      'Go to SITE/customers, select all customers and click Archive selected',
      'archive C-77120, C-77134, C-77155, C-77161, C-77190',
    ],
    ['Go to SITE/parts and get the name of the second part', nothing, 'Washer M8'],
    ['Which part is the most expensive? Go to SITE/parts', nothing, 'Cordless drill'],
    [
      'Go to SITE/parts, choose the category Tools and add the cheapest one to the basket',
      'basket + 1 BR-407',
    ],
    ['Go to SITE/customers and give me the credit limit in the row of Foss & Sons', nothing, '£2,500'],
    [
      'Go to SITE/parts and list the prices of all parts',
      nothing,
      [
        '£0.35',
        '£0.08',
        '£12.90',
        '£18.25',
        '£6.50',
        '£9.75',
        '£129.00',
        '£84.50',
        '£99.99',
        '£22.40',
        '£17.80',
      ],
    ],
    ['Go to SITE/orders and get all order numbers', nothing, ['10432', '10418', '10399', '10377', '10441']],
    ['Go to SITE/orders, tell me the carrier of the last order in the table', nothing, 'Royal Mail'],
    [
      'Go to SITE/customers and list the names of the customers in Hull',
      nothing,
      ['Harbour Garage', 'Foss & Sons'],
    ],
    [
      'Go to SITE/stock and tick all jobs of the checklist',
      ['job Print labels true', 'job Check weights true', 'job Call the courier true'],
    ],
    // Both and each.
    [
      'Go to SITE/profile, type Anchor?Blue9 as the current password and Buoy!Green3 in both new password fields and change it',
      'password Anchor?Blue9 > Buoy!Green3',
    ],
    [
      'Go to SITE/addresses and copy the billing address into the delivery address and save it',
      'delivery Dock Street 12, Hull, HU1 3AB',
    ],
    [
      'At SITE/addresses copy the billing postcode into the delivery postcode, then save',
      'delivery , , HU1 3AB',
    ],
    // Ticks, stars, menus, tabs.
    ['Go to SITE/parts and star the washer', 'favourite BR-114'],
    ['Go to SITE/messages and star the message from Dana Whitfield', 'star 1'],
    ['Go to SITE/parts/BR-305 and like it', 'like BR-305'],
    ['Go to SITE/parts/BR-305, open the Specifications tab and tell me the warranty', nothing, '3 years'],
    [
      'Go to SITE/parts/BR-305, switch to reviews, give 4 stars, write "Good grip" and post the review',
      'review 4 Good grip',
    ],
    ['Go to SITE/orders, open the menu of order 10399 and choose Order again', 'order 10399 again'],
    [
      'Go to SITE/orders/10432, expand Tracking and tell me when it will be delivered',
      nothing,
      '27 November 2026',
    ],
    ['Go to SITE/help and expand the question about delivery. From how much is it free?', nothing, '£150.00'],
    // Paging and scrolling.
    [
      'Go to SITE/parts and click next until you see the cordless drill, then tell me its price',
      nothing,
      '£129.00',
    ],
    [
      'Go to SITE/parts, go to the last page and tell me the name of the last part',
      nothing,
      'Extension lead 10 m',
    ],
    ['Go to SITE/help, load more reviews and count them', nothing, 4],
    // Dragging, sliding, dates, lists that open.
    ['Go to SITE/stock and drag order 10441 to In progress', 'move Order 10441 to In progress'],
    ['Go to SITE/settings and slide the stock alert to 45', 'warn below 45'],
    [
      'Go to SITE/profile, set my date of birth to 5 March 1988 and save',
      'profile first=Ada&last=Marlow&email=ada@harbour-garage.example&phone=01482 555 010&born=1988-03-05&language=English',
    ],
    [
      'Go to SITE/settings, choose 14 December 2026 as the day I am away from, set back on to 4 January 2027 and save the holiday',
      'away 14 December 2026, back 4 January 2027',
    ],
    [
      'Go to SITE/customers/new, enter Fjord AS as company name, type "Nor" into country and pick Norway from the list, then save',
      'customers/new name=Fjord AS&country=Norway',
    ],
    // Sorting and filtering.
    ['Go to SITE/parts, sort by price and tell me the first part', nothing, 'Washer M8'],
    ['Go to SITE/orders and show only the delivered ones. How many are there?', nothing, 2],
    ['Go to SITE/customers, filter by Grimsby and get the customer number', nothing, 'C-77134'],
    [
      'go to SITE/parts, tick in stock only, filter by plumbing and tell me how many parts there are',
      nothing,
      1,
    ],
    // Deleting, and questions of the page.
    ['Go to SITE/orders and cancel order 10441. Confirm it.', 'cancel order 10441'],
    ['Go to SITE/messages, delete the invoice reminder and confirm', 'message - 3'],
    ['Go to SITE/customers, open Foss & Sons and delete the customer, yes I am sure', 'customer - C-77161'],
    ['Go to SITE/profile and delete my account, confirm with OK', 'account deleted'],
    // Widgets that are only styled.
    ['Go to SITE/settings and turn on dark mode', 'Dark mode true'],
    ['Go to SITE/settings, change the currency to Euro', 'currency Euro'],
    ['go to SITE/settings and make Orders my start page', 'start page Orders'],
    // Typing mistakes.
    ['Go to SITE/parts and ad the LED lamp to teh basket', 'basket + 1 BR-501'],
    ['Go to SITE/profile and swich off order updates', 'notify Order updates false'],
    // Tabs of the browser, sections to be opened.
    ['Go to SITE/documents, open the price list 2026 and tell me the discount for schools', nothing, '20%'],
    [
      'Go to SITE/orders/10432 and report a problem: damaged, "The box was crushed"',
      'problem 10432: Damaged / The box was crushed',
    ],
    ['Go to SITE/customers/C-77134, edit the credit limit to 2000 and save', 'credit of C-77134 2000'],
  ),
];
