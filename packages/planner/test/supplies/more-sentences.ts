import { nothing, on, type Sentence } from '../sentence.ts';

/** Further sentences, written after the first ones were mended and tried before any further rule. */
export const secondSentences: readonly Sentence[] = on(
  '/',
  [
    'Go to SITE/signin. Username: ada@harbour-garage.example, password: Anchor?Blue9. Sign in and read the balance due.',
    'signed in',
    '£84.50',
  ],
  [
    'Please log in at SITE/signin using ada@harbour-garage.example and the password Anchor?Blue9, then tell me who my account manager is',
    'signed in',
    'Dana Whitfield',
  ],
  ['Go to SITE/parts and put two LED lamps into the basket', 'basket + 2 BR-501'],
  ['Go to SITE/parts, set the quantity of the ball valve to 4 and add it to the basket', 'basket + 4 BR-204'],
  ['Go to SITE/basket and tell me how much it all costs', nothing, '£13.00'],
  ['Go to SITE/basket and set the quantity to 7, then click Update', 'quantity BR-305 7'],
  ['What does the cordless drill cost on SITE/parts?', nothing, '£129.00'],
  ['Go to SITE/orders and find the order for the torque wrench. What is its status?', nothing, 'Processing'],
  ['Go to SITE/orders. Which carrier delivers order 10399?', nothing, 'DHL'],
  [
    'Go to SITE/customers and tell me since when Tidewater Hotel has been a customer',
    nothing,
    '30 January 2018',
  ],
  ['Go to SITE/customers. Who has the highest credit limit?', nothing, 'Tidewater Hotel'],
  ['How many customers are there on SITE/customers?', nothing, 5],
  ['Is the gate valve in stock? Check SITE/parts', nothing, false],
  ['Go to SITE/help and tell me if the Leeds depot is open on Saturday', nothing, false],
  ['Go to SITE/help and get the opening hours of the Hull depot on weekdays', nothing, '7:30–17:00'],
  ['Go to SITE/help. Until when can I return goods?', nothing, '30 days'],
  [
    'Go to SITE/messages, open the message from Accounts and tell me how much I have to pay',
    nothing,
    '£84.50',
  ],
  [
    'Go to SITE/tickets/new. Subject: Broken lamp. Priority: Low. Order number: 10399. Description: It flickers. Send it and give me the ticket number.',
    'ticket subject=Broken lamp&priority=Low&order=10399&description=It flickers',
    'T-5013',
  ],
  [
    'Go to SITE/customers/new, enter the company name "Oak & Ash", the contact "Tom Ash" and the phone 01482 555 888, choose Private, tick the catalogue and save the customer',
    'customers/new name=Oak & Ash&contact=Tom Ash&phone=01482 555 888&kind=Private&catalogue=yes',
  ],
  [
    'Go to SITE/checkout. PO number 88, deliver to Reception in the morning, insure the parcel, accept the terms, place the order',
    'checkout po=88&slot=Morning&to=Reception&insured=yes&terms=yes',
  ],
  [
    'Go to SITE/messages, click New message, choose Warehouse, type "Pallets" as the subject and "Please collect them" as the message, and send it',
    'message to Warehouse: Pallets / Please collect them',
  ],
  [
    'Go to SITE and sign me up for the newsletter, my email is ada@harbour-garage.example',
    'newsletter ada@harbour-garage.example',
  ],
  ['Go to SITE/help and leave the comment "Very helpful" in the feedback form', 'feedback Very helpful'],
  ['Go to SITE/customers, tick the first two customers and archive them', 'archive C-77120, C-77134'],
  ['Go to SITE/customers, select everyone in Hull and export them', 'export C-77120, C-77161'],
  [
    'Go to SITE/parts and read me the names of all plumbing parts',
    nothing,
    ['Ball valve 15 mm', 'Gate valve 22 mm'],
  ],
  ['Go to SITE/orders and list the items of all delivered orders', nothing, ['Work gloves', 'LED lamp']],
  [
    'Go to SITE/documents and list all documents',
    nothing,
    ['Price list 2026', 'Terms of delivery', 'Safety data sheet'],
  ],
  ['Go to SITE/parts, show only safety parts and add the cheaper one to the cart', 'basket + 1 BR-305'],
  [
    'Go to SITE/parts, sort by price, highest first, and tell me the name of the top part',
    nothing,
    'Cordless drill',
  ],
  ['Go to SITE/messages and unstar the message from Accounts', 'unstar 3'],
  ['Go to SITE/orders, click on the three dots of order 10418 and reorder it', 'order 10418 again'],
  ['Go to SITE/parts/BR-305, look at the reviews and tell me the average rating', nothing, '4.3'],
  [
    'Go to SITE/parts, page through until you find the extension lead and add it to the basket',
    'basket + 1 BR-512',
  ],
  ['Go to SITE/stock and move order 10450 to Packed', 'move Order 10450 to Packed'],
  [
    'Go to SITE/stock, tick Print labels and Call the courier',
    ['job Print labels true', 'job Call the courier true'],
  ],
  ['Go to SITE/stock and add the job "Sweep the floor"', 'new job Sweep the floor'],
  ['Go to SITE/settings and set the warning level to 60', 'warn below 60'],
  [
    'Go to SITE/profile, change the language to German and the phone to 01482 555 999 and save the changes',
    'profile first=Ada&last=Marlow&email=ada@harbour-garage.example&phone=01482 555 999&language=German',
  ],
  ['Go to SITE/profile and enable special offers', 'notify Special offers true'],
  ['Go to SITE/settings and switch compact tables on', 'Compact tables true'],
  ['Go to SITE/settings and select Dollar as the currency', 'currency Dollar'],
  [
    'Go to SITE/addresses, fill in the delivery address with street Pier Lane 3, town Whitby and postcode YO21 3PU and save it',
    'delivery Pier Lane 3, Whitby, YO21 3PU',
  ],
  ['Go to SITE/documents, open the safety data sheet and get the emergency number', nothing, '0800 555 112'],
  ['Go to SITE/customers/C-77190 and delete this customer. Confirm the deletion.', 'customer - C-77190'],
  ['Go to SITE/messages and delete the message about the late delivery, then confirm', 'message - 2'],
  [
    'Go to SITE/customers, open Pellworm Boats, click Edit, enter 1800 as the new credit limit and save',
    'credit of C-77134 1800',
  ],
  ['Go to SITE and serach for gloves. How much are they?', nothing, '£6.50'],
);
