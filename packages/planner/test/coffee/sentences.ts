/** Sentences as people type them, with SITE for the address. They were written before any rule was read. */
import { nothing, on, type Sentence } from '../sentence.ts';

export const firstSentences: readonly Sentence[] = on(
  '/',
  // To log in and out.
  ['Log in to SITE/login as aisha@corner-cafe.example with the password Latte-Art-9', 'signed in'],
  [
    'please sign me in at SITE/login. my email is aisha@corner-cafe.example and the password is Latte-Art-9. keep me signed in',
    'signed in for long',
  ],
  [
    'Sign in on SITE/login (email aisha@corner-cafe.example, password Latte-Art-9) and then log out again',
    ['signed in', 'signed out'],
  ],
  [
    'Log in at SITE/login with aisha@corner-cafe.example / Latte-Art-9 and tell me who my account manager is',
    ['signed in'],
    'Tom Reilly',
  ],
  // The catalogue.
  ['Open SITE/parts and tell me how much the water filter costs', nothing, '£16.60'],
  ['What does a drip tray cost on SITE/parts?', nothing, '£18.75'],
  ['Which part is the cheapest? Look on SITE/parts', nothing, 'Group gasket'],
  ['Go to SITE/parts and find the most expensive part', nothing, 'Grinder burrs'],
  ['how many parts are there on SITE/parts', nothing, 12],
  ['On SITE/parts, is the hopper lid in stock?', nothing, false],
  ['Search SITE/parts for "filter" and give me the part number', nothing, 'BL-152'],
  [
    'Go to SITE/parts, filter by the category Cleaning and list the names',
    nothing,
    ['Descaler', 'Cleaning tablets'],
  ],
  ['Sort the parts on SITE/parts by price and tell me the first one', nothing, 'Group gasket'],
  [
    'Go to the last page of SITE/parts and read the names of the parts there',
    nothing,
    ['Cleaning tablets', 'Water filter'],
  ],
  ['SITE/parts: take a screenshot of the second page', nothing],
  ['Open SITE/parts, open the steam wand and tell me which machines it fits', nothing, 'Vela 2, Vela 3'],
  ['how many steam tips are available on SITE/parts?', nothing, 40],
  ['Show only the parts in stock on SITE/parts and count them', nothing, 11],
  ['Which is cheaper on SITE/parts, the descaler or the cleaning tablets?', nothing, 'Descaler'],
  [
    'Get the names and prices of the parts in the Water category at SITE/parts',
    nothing,
    [
      { Part: 'Water pump', Price: '£58.00' },
      { Part: 'Pressure gauge', Price: '£31.50' },
      { Part: 'Water filter', Price: '£16.60' },
    ],
  ],
  // The basket.
  ['Put a group gasket in the basket at SITE/parts', 'basket + 1 BL-110'],
  ['Go to SITE/parts and add two shower screens to my basket', 'basket + 2 BL-111'],
  [
    'Add 2 steam wands and 1 drip tray to the basket on SITE/parts',
    ['basket + 2 BL-101', 'basket + 1 BL-140'],
  ],
  ['i need 4 of the descaler, put them in the cart please: SITE/parts', 'basket + 4 BL-150'],
  ['Open SITE/parts/BL-120, choose a quantity of 3 and add it to the basket', 'basket + 3 BL-120'],
  [
    'Add a steam tip to the basket at SITE/parts, then tell me the total of the basket',
    'basket + 1 BL-102',
    '£6.40',
  ],
  [
    'Add the steam wand to the basket on SITE/parts and then change its quantity to 5',
    ['basket + 1 BL-101', 'basket BL-101 5'],
  ],
  [
    'On SITE/parts put the descaler and the water filter into the basket, then take the descaler out again',
    ['basket + 1 BL-150', 'basket + 1 BL-152', 'basket - BL-150'],
  ],
  [
    'Put a water filter in the basket (SITE/parts) and use the voucher ESPRESSO5',
    ['basket + 1 BL-152', 'voucher ESPRESSO5'],
  ],
  ['Add the cheapest part of SITE/parts to the basket', 'basket + 1 BL-110'],
  // Checkout.
  [
    'Fill in the address at SITE/checkout: Aisha Khan, 14 Mill Lane, M3 5DQ Salford, United Kingdom. Accept the terms and place the order.',
    'order recipient=Aisha Khan&street=14 Mill Lane&postcode=M3 5DQ&town=Salford&country=United Kingdom&shipping=standard&terms=yes',
  ],
  [
    'Go to SITE/checkout. Recipient Ben Moore, street 3 Quay Street, postcode M1 1AA, town Manchester. Express shipping, delivery on 12 December 2026, agree to the terms, place the order',
    'order recipient=Ben Moore&street=3 Quay Street&postcode=M1 1AA&town=Manchester&country=United Kingdom&shipping=express&date=2026-12-12&terms=yes',
  ],
  // Orders.
  ['What is the status of order 1007 on SITE/orders?', nothing, 'Shipped'],
  ['Open SITE/orders and tell me the total of the latest order', nothing, '£37.60'],
  ['How many orders are still processing? SITE/orders', nothing, 2],
  ['Download the invoice of order 1007 from SITE/orders', 'download invoice-1007.pdf'],
  ['what is the tracking number of order 1005? see SITE/orders', nothing, 'BX-5587'],
  ['Go to SITE/orders and cancel order 1009, yes I am sure', 'cancel 1009'],
  ['Open SITE/orders/1008, cancel the order and confirm', 'cancel 1008'],
  ['On SITE/orders show only the delivered orders and tell me their numbers', nothing, ['#1005', '#1004']],
  ['Go to SITE/orders and reorder order 1004', 'again 1004'],
  ['When did we place order 1006? The list is at SITE/orders', nothing, '2026-09-30'],
  ['Which of my orders at SITE/orders cost the most?', nothing, '#1008'],
  // Tickets.
  ['How many open tickets do I have on SITE/tickets?', nothing, 2],
  [
    'Create a new ticket on SITE/tickets with the subject Pump leaks and the description Water under the machine, priority high',
    'ticket subject=Pump leaks&priority=High&description=Water under the machine',
  ],
  [
    'report a problem at SITE/tickets: subject "No steam", machine Vela 3, description "The wand stays cold."',
    'ticket subject=No steam&machine=Vela 3&priority=Normal&description=The wand stays cold.',
  ],
  ['Reply "It still drips." to ticket T-301 on SITE/tickets', 'reply T-301 It still drips.'],
  ['Open ticket T-301 on SITE/tickets and raise its priority to urgent', 'priority T-301 Urgent'],
  ['Go to SITE/tickets, open the ticket about the grinder and close it', 'close T-303'],
  ['Set the priority of ticket T-302 to High. You find it on SITE/tickets', 'priority T-302 High'],
  ['Who is handling ticket T-303? SITE/tickets', nothing, 'Priya Nair'],
  ['Reopen the closed ticket on SITE/tickets', 'reopen T-299'],
  ['What is the priority of the ticket "Steam wand drips" on SITE/tickets?', nothing, 'Normal'],
  // Messages and notifications.
  ['Mark all messages as read on SITE/inbox', 'all read'],
  [
    'Open the newest message in SITE/inbox and tell me what it says',
    nothing,
    'It should reach you on Tuesday.',
  ],
  [
    'Answer the message from Priya Nair in SITE/inbox with "Only when it is full."',
    'answer 3 Only when it is full.',
  ],
  ['Delete the autumn offers from SITE/inbox', 'message - 2'],
  ['How many unread messages are in SITE/inbox?', nothing, 2],
  [
    'Write a message to Accounts on SITE/inbox/new with the subject Invoice 1007 and the text Please send a copy.',
    'message to=Accounts&subject=Invoice 1007&text=Please send a copy',
  ],
  ['Who sent the message "Payment received" in SITE/inbox?', nothing, 'Accounts'],
  ['Clear all my notifications at SITE/notifications', 'notices cleared'],
  [
    'Dismiss the notification about the price list on SITE/notifications',
    'dismiss New price list from 1 December',
  ],
  // Account.
  [
    'Change my email to aisha.khan@corner-cafe.example at SITE/account',
    'profile email=aisha.khan@corner-cafe.example',
  ],
  ['Open SITE/account and set my phone number to 0161 555 0200', 'profile phone=0161 555 0200'],
  ['switch the language to Deutsch on SITE/account and save', 'profile language=Deutsch'],
  ['Unsubscribe me from the newsletter on SITE/account', 'notify '],
  ['Turn on text messages about deliveries at SITE/account', 'sms true'],
  ['Change my password on SITE/account from Latte-Art-9 to Flat.White.77', 'password Flat.White.77'],
  // Team.
  ['Invite dan@corner-cafe.example as a buyer on SITE/team', 'invite dan@corner-cafe.example Buyer'],
  ['Make Chloe Webb a buyer at SITE/team', 'role chloe@corner-cafe.example Buyer'],
  ['Remove Ben Moore from the team on SITE/team and confirm', 'member - ben@corner-cafe.example'],
  ["What is Chloe's email address? SITE/team", nothing, 'chloe@corner-cafe.example'],
  ['How many people are in the team at SITE/team?', nothing, 3],
  // Reports and support.
  ['How much did we spend in October according to SITE/reports?', nothing, '£93.15'],
  ['Download the orders report as CSV from SITE/reports', 'download report=Orders.csv'],
  [
    'Download the spending report from 1 August 2026 to 31 October 2026 on SITE/reports',
    'download report=Spending&from=2026-08-01&to=2026-10-31.csv',
  ],
  [
    'How do I descale my machine? Look at SITE/support',
    nothing,
    'Use one sachet of Descaler for each two litres of water.',
  ],
  ['What are the opening hours of the service line on SITE/support?', nothing, 'Monday to Friday 8:00–18:00'],
  [
    'Book an engineer for the Vela 2 on 4 December 2026 in the morning at SITE/support, the fault is "No pressure"',
    'visit machine=Vela 2&day=2026-12-04&time=morning&fault=No pressure',
  ],
  [
    'If the water pump is in stock on SITE/parts, add it to the basket, otherwise add the pressure gauge',
    'basket + 1 BL-120',
  ],
);

const severalAnswers: readonly Sentence[] = [
  {
    page: '/',
    task: 'Show me the oldest order on SITE/orders and tell me its status',
    answers: ['#1004', 'Delivered'],
  },
];

/** Written after the first ones were mended, and tried before any further rule. */
export const secondSentences: readonly Sentence[] = on(
  '/',
  ["could you tell me what a set of grinder burrs costs? it's on SITE/parts", nothing, '£64.00'],
  ['SITE/parts - which water parts do you have and what do they cost?', nothing],
  [
    'I want three group gaskets and two shower screens in my basket. Shop: SITE/parts',
    ['basket + 3 BL-110', 'basket + 2 BL-111'],
  ],
  [
    'Put one descaler and four water filters into the cart at SITE/parts',
    ['basket + 1 BL-150', 'basket + 4 BL-152'],
  ],
  ['On SITE/parts add the most expensive part to my basket', 'basket + 1 BL-130'],
  [
    'Open SITE/parts and add the cheaper of the descaler and the cleaning tablets to the basket',
    'basket + 1 BL-150',
  ],
  ['Is the steam wand cheaper than the drip tray? Prices are at SITE/parts', nothing, false],
  ['Go to SITE/parts, open the water pump and add 2 of it to the basket', 'basket + 2 BL-120'],
  ['how many cleaning parts are there at SITE/parts', nothing, 2],
  ['Which parts on SITE/parts are sold out?', nothing, ['Hopper lid']],
  ['Look up BL-121 at SITE/parts and tell me its name', nothing, 'Pressure gauge'],
  ['What is the rating of the drip tray on SITE/parts?', nothing, '4.6'],
  [
    'If the hopper lid is available on SITE/parts put it in my basket, otherwise put the grinder burrs in',
    'basket + 1 BL-130',
  ],
  [
    'Open SITE/parts. If the hopper lid is in stock, add it to the basket, otherwise add the grinder burrs',
    'basket + 1 BL-130',
  ],
  ['If order 1009 at SITE/orders is still processing, cancel it and confirm', 'cancel 1009'],
  ['Cancel my order 1008 at SITE/orders. Yes, I am sure.', 'cancel 1008'],
  ['I no longer need order 1009. Please cancel it on SITE/orders/1009 and confirm.', 'cancel 1009'],
  ['Which order did we place on 14 October 2026? SITE/orders', nothing, '#1007'],
  ['What was the total of order 1006 and when was it placed? SITE/orders', nothing],
  ['How much did order 1004 and order 1008 cost? See SITE/orders', nothing],
  ['Get me the PDF invoice for order 1008 from SITE/orders', 'download invoice-1008.pdf'],
  ['Where was order 1007 delivered to? SITE/orders', nothing, 'Corner Café, 14 Mill Lane, Salford M3 5DQ'],
  ['SITE/tickets: close the ticket about the wrong address', 'close T-302'],
  [
    'Tell them "It works now, thanks." in ticket T-303 on SITE/tickets and then close the ticket',
    ['reply T-303 It works now, thanks.', 'close T-303'],
  ],
  ['raise the priority of ticket T-302 from low to high please, SITE/tickets', 'priority T-302 High'],
  ['Which ticket on SITE/tickets has the highest priority?', nothing, 'T-303'],
  [
    'Open a ticket at SITE/tickets. Subject: Gauge shows nothing. Machine: Vela 2. Priority: Urgent. Description: The needle does not move.',
    'ticket subject=Gauge shows nothing&machine=Vela 2&priority=Urgent&description=The needle does not move',
  ],
  ['Read me the newest message in SITE/inbox', nothing, 'It should reach you on Tuesday.'],
  ['Delete the oldest message from SITE/inbox', 'message - 1'],
  ['Did Priya Nair send me a message? SITE/inbox', nothing, true],
  [
    'Reply to the latest message in SITE/inbox: "Thank you, we are looking forward to it."',
    'answer 4 Thank you, we are looking forward to it.',
  ],
  [
    'Set my language to French and my phone to 0161 555 0300 on SITE/account',
    'profile phone=0161 555 0300&language=Français',
  ],
  ['Turn off the newsletter and turn on the weekly summary at SITE/account', 'notify reports=yes'],
  ['What phone number do you have for me on SITE/account?', nothing, '0161 555 0199'],
  ['Who was last seen today on SITE/team?', nothing, 'Aisha Khan'],
  [
    'Please invite eve@corner-cafe.example and fay@corner-cafe.example to SITE/team as viewers',
    ['invite eve@corner-cafe.example Viewer', 'invite fay@corner-cafe.example Viewer'],
  ],
  ['Change the role of Ben Moore to Owner on SITE/team', 'role ben@corner-cafe.example Owner'],
  ['In which month did we spend the most according to SITE/reports?', nothing, 'November'],
  ['Can unused parts be returned? Check the questions on SITE/support', nothing],
  [
    'Deliver to Ben Moore, 3 Quay Street, Manchester M1 1AA, United Kingdom by express on 15 December 2026: fill that in at SITE/checkout, accept the terms and order',
    'order recipient=Ben Moore&street=3 Quay Street&postcode=M1 1AA&town=Manchester&country=United Kingdom&shipping=express&date=2026-12-15&terms=yes',
  ],
).concat(severalAnswers);

/** What does not exist, is unclear, or is refused by the site. */
export const traps: readonly string[] = [
  'Add a milk frother to the basket on SITE/parts',
  'Cancel order 1007 on SITE/orders',
  'Download the invoice of order 1042 from SITE/orders',
  'Log in to SITE/login as aisha@corner-cafe.example with the password wrong-one',
  'Put the hopper lid in the basket at SITE/parts',
  'Add a steam wand and a milk frother to the basket on SITE/parts',
  'Put a water filter in the basket at SITE/checkout/nowhere',
  'Make Zoe Adams an owner at SITE/team',
  'Change my password on SITE/account from wrong-one to Flat.White.77',
  'Close the open ticket on SITE/tickets',
];
