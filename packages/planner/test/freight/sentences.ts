/** Sentences as people type them, with SITE for the address. They were written before any rule was read. */
import { nothing, on, type Sentence } from '../sentence.ts';

const NUMBERS = [
  'Cardboard box small',
  'Cardboard box large',
  'Bubble wrap roll',
  'Packing tape',
  'Fragile labels',
  'Euro pallet',
  'Stretch film',
  'Corner protectors',
  'Ratchet straps',
  'Moving blanket',
];

export const firstSentences: readonly Sentence[] = on(
  '/',
  // To log in.
  [
    'Go to SITE/login, sign in as mo@hartley.example with password Kettle!42 and tell me my account number',
    'signed in',
    'NW-20418',
  ],
  [
    'log in to SITE with mo@hartley.example / Kettle!42 and check how much we still owe',
    'signed in',
    '£312.40',
  ],
  [
    'Please sign in at SITE/login (user mo@hartley.example, password Kettle!42) and get the name of our account manager.',
    'signed in',
    'Priya Nair',
  ],
  [
    'sign in to SITE as mo@hartley.example with password Kettle!42, then log out again',
    ['signed in', 'signed out'],
  ],
  [
    'Go to SITE/login, enter mo@hartley.example as email and Kettle!42 as password, tick Remember me and click Log in',
    'signed in for long',
  ],
  [
    'Sign in to SITE as mo@hartley.example with password Kettle!42. When is our next collection?',
    'signed in',
    '27 November 2026',
  ],
  // To buy.
  ['Go to SITE/supplies and add packing tape to the basket', 'basket + 1 PT-40'],
  ['open SITE/supplies, put 3 ratchet straps in my cart', 'basket + 3 RS-90'],
  [
    'On SITE/supplies add both the packing tape and the euro pallet to the basket',
    ['basket + 1 PT-40', 'basket + 1 EP-60'],
  ],
  ['Open SITE/supplies and tell me what the moving blanket costs', nothing, '£12.60'],
  ['how many bubble wrap rolls are in stock on SITE/supplies?', nothing, '18'],
  ['Can you look up the dimensions of the large cardboard box on SITE/supplies', nothing, '60 x 40 x 40 cm'],
  [
    'Go to SITE/supplies, search for film and open the first result, what is its item code?',
    nothing,
    'SF-70',
  ],
  ['add the cheapest item in the Protection category at SITE/supplies to the basket', 'basket + 1 CP-80'],
  ['which is cheaper, the stretch film or the bubble wrap? look on SITE/supplies', nothing, 'Stretch film'],
  ['Are fragile labels in stock at SITE/supplies?', nothing, false],
  ['Go to SITE/supplies, sort by price high to low and tell me the first product', nothing, 'Euro pallet'],
  ['List the names of all products on SITE/supplies, going through all pages', nothing, NUMBERS],
  [
    'Go to SITE/basket, change the quantity of the packing tape to 4 and tell me the total',
    'basket PT-40 4',
    '£41.00',
  ],
  ['Remove the large cardboard box from the basket at SITE/basket', 'basket - LB-20'],
  ['apply the promo code NORTH10 in the basket on SITE/basket', 'promo NORTH10'],
  [
    'Go to SITE/basket, check out with PO number 7781 and standard delivery, accept the terms and place the order, then give me the order number',
    'order po=7781&delivery=standard&terms=yes',
    'PO-66031',
  ],
  ['from how much is delivery free? look on SITE/basket', nothing, '£50'],
  // To send.
  ['what is the status of shipment S-4009 on SITE/shipments?', nothing, 'In transit'],
  ['Go to SITE/shipments and tell me who received S-4003', nothing, 'J. Okafor'],
  ['How many shipments are delayed? SITE/shipments', nothing, 3],
  [
    'Open SITE/shipments, filter by status Delayed and list the shipment numbers',
    nothing,
    ['S-4005', 'S-4007', 'S-4012'],
  ],
  ['cancel shipment S-4011 on SITE/shipments and confirm', 'cancel S-4011'],
  [
    'Book a shipment at SITE/shipments/new: recipient Lena Brandt, street Hafenstr. 5, town Hamburg, postcode 20457, weight 12.5 kg, service Express, collection date 3 December 2026, with insurance',
    'shipment recipient=Lena Brandt&street=Hafenstr. 5&town=Hamburg&postcode=20457&weight=12.5&service=Express&collect=2026-12-03&insured=yes',
  ],
  [
    'Go to SITE/shipments/new, fill in the form with recipient Oak & Sons, street 12 Mill Lane, town Leeds, postcode LS1 4AB and weight 30, choose Economy and submit',
    'shipment recipient=Oak & Sons&street=12 Mill Lane&town=Leeds&postcode=LS1 4AB&weight=30&service=Economy',
  ],
  ['When was S-4002 delivered? you find it on SITE/shipments', nothing, '7 November 2026'],
  ['Which shipment on SITE/shipments was the most expensive?', nothing, 'S-4008'],
  [
    'Please go to the last page of SITE/shipments and read me the destination of the last one',
    nothing,
    'Exeter',
  ],
  [
    'get the tracking events of S-4005 from SITE/shipments',
    nothing,
    ['Booked', 'Collected', 'Left Hull depot'],
  ],
  [
    'On SITE/shipments click Next until you find S-4010, then open it and give me the weight',
    nothing,
    '64.5 kg',
  ],
  ['How much does the shipment to Rotterdam cost? Go to SITE/shipments', nothing, '£74.60'],
  ['Go to SITE/shipments and download the label of S-4004', 'download S-4004'],
  ['duplicate shipment S-4001 on SITE/shipments', 'duplicate S-4001'],
  ['Open SITE/shipments/S-4006, open the Actions menu and choose Print papers', 'print S-4006'],
  ['On SITE/board drag S-4011 to Van 2', 'load S-4011 Van 2'],
  [
    'Go to SITE/quote, type Rot into Destination and pick Rotterdam from the list, weight 88, then get the quote. What is the price?',
    'quote Rotterdam 88',
    '£74.60',
  ],
  // Tickets.
  [
    'Open a ticket on SITE/tickets/new with subject Damaged pallet, priority High and description Two boxes were crushed',
    'tickets subject=Damaged pallet&priority=High&description=Two boxes were crushed',
  ],
  [
    "I need to report a problem at SITE/tickets: subject 'Late delivery', category Delivery, description 'The parcel never arrived'",
    'tickets subject=Late delivery&category=Delivery&priority=Normal&description=The parcel never arrived',
  ],
  [
    "Reply to ticket T-310 on SITE/tickets with 'Photos are attached, thanks'",
    'tickets/reply number=T-310&text=Photos are attached, thanks',
  ],
  ['close ticket T-312 at SITE/tickets', 'close T-312'],
  ['set the priority of T-311 to Urgent, SITE/tickets', 'priority T-311 Urgent'],
  ['who is handling ticket T-310? see SITE/tickets', nothing, 'Sam Ortiz'],
  ['how many open tickets do we have on SITE/tickets', nothing, 3],
  ['Is there a ticket about an invoice at SITE/tickets?', nothing, true],
  // Customers.
  [
    'Add a new customer on SITE/customers: name Bright Ltd, contact Ola Nowak, town York, phone 01904 555 777',
    'customers/add name=Bright Ltd&contact=Ola Nowak&town=York&phone=01904 555 777',
  ],
  [
    'Go to SITE/customers, open Delta Tools and change the phone number to 0113 555 0199, then save',
    'customer C-04 Raj Patel, Derby, 0113 555 0199',
  ],
  ['delete customer Foxglove Foods on SITE/customers and confirm the deletion', 'customer - C-06'],
  ['What is the email address of Castle Books? SITE/customers', nothing, 'office@castle-books.example'],
  ['which customers on SITE/customers are in Leeds?', nothing, ['Acorn Ltd', 'Elm Street Bakery']],
  ['Search SITE/customers for Castle and tell me their contact person', nothing, 'Una Reid'],
  ['Export the customer list at SITE/customers', 'export customers'],
  ['tick Acorn Ltd and Delta Tools in the list at SITE/customers and click Archive', 'archive C-01 C-04'],
  ['how many customers are listed on SITE/customers?', nothing, 6],
  // Messages.
  ['Go to SITE/messages and mark all messages as read', 'all read'],
  [
    'What does the message from the customs desk say? SITE/messages',
    nothing,
    'Please send us the invoice for S-4005.',
  ],
  ['Star the message from Priya Nair on SITE/messages', 'star 1'],
  ['delte the second message in SITE/messages', 'message - 2'],
  [
    'Send a message to Dispatch at SITE/messages/new with the subject Gate code and the text The code is 4471',
    'messages to=Dispatch&subject=Gate code&message=The code is 4471',
  ],
  ['how many unread messages are there on SITE/messages?', nothing, 2],
  [
    "Reply 'Yes, Friday is fine' to the message about the collection on SITE/messages",
    'messages/reply id=1&text=Yes, Friday is fine',
  ],
  // Settings.
  ['turn on sms alerts in SITE/settings', 'SMS alerts true'],
  ['Switch the theme to dark at SITE/settings', 'settings/display theme=dark&rows=10&dates=YYYY-MM-DD'],
  [
    'change my phone number to 07700 900123 on SITE/settings and save it',
    'settings/profile name=Mo Hartley&phone=07700 900123&language=English',
  ],
  [
    'Set rows per page to 50 and the date format to DD/MM/YYYY at SITE/settings, then save',
    'settings/display theme=light&rows=50&dates=DD/MM/YYYY',
  ],
  [
    'On SITE/settings change the password from Kettle!42 to Lantern?77',
    'settings/password old=Kettle!42&new=Lantern?77&again=Lantern?77',
  ],
  ['On SITE/settings set the weight warning slider to 80', 'warn 80'],
  ['untick weekly digest and monthly invoice summary on SITE/settings and save', 'settings/digests '],
  // Reports, tables, files.
  ['Open SITE/reports and give me the revenue for October', nothing, '£18,240'],
  [
    'Go to SITE/reports, set from to 1 October 2026 and to to 31 October 2026, apply and tell me the total shipments',
    nothing,
    '134',
  ],
  ['is the Leeds depot open on Saturday? SITE/depots', nothing, true],
  ['what time does the Hull depot close on Friday? SITE/depots', nothing, '18:00'],
  ['How much is express to zone 2 on SITE/rates?', nothing, '£24.00'],
  ['Download the price list from SITE/files', 'download Price list 2026'],
  [
    "On SITE/help expand 'Can I change the collection address?' and read me the answer",
    nothing,
    'Yes, until 16:00 on the day before the collection.',
  ],
  ['I need the phone number of the customs team, it should be on SITE/help', nothing, '01482 555 444'],
);

/** Written after the first ones were mended, and tried before any further rule. */
export const secondSentences: readonly Sentence[] = on(
  '/',
  [
    'Log me in at SITE/login with mo@hartley.example and the password Kettle!42, then show me the outstanding balance',
    'signed in',
    '£312.40',
  ],
  [
    'hi, could you put two rolls of stretch film in the basket for me? the shop is at SITE/supplies',
    'basket + 2 SF-70',
  ],
  [
    'Open SITE/supplies and add 1 moving blanket and 4 corner protectors to the basket',
    ['basket + 1 MB-95', 'basket + 4 CP-80'],
  ],
  ['whats the price of the large cardboard box? SITE/supplies', nothing, '£2.80'],
  ['On SITE/supplies, how many products are there in the Wrapping category?', nothing, 2],
  ['Go to SITE/supplies and tell me the most expensive product', nothing, 'Euro pallet'],
  ['Set the quantity of large boxes in the basket (SITE/basket) to 12', 'basket LB-20 12'],
  ['empty the basket at SITE/basket by removing both items', ['basket - LB-20', 'basket - PT-40']],
  ['Where is shipment S-4008 going? check SITE/shipments', nothing, 'Milan'],
  ['Find the shipment to Ghent on SITE/shipments and cancel it, yes I am sure', 'cancel S-4011'],
  [
    'Please book an Economy shipment on SITE/shipments/new to Ravi Shah, 8 Pear Row, Bath, BA1 2XY, weighing 6 kg',
    'shipment recipient=Ravi Shah&street=8 Pear Row&town=Bath&postcode=BA1 2XY&weight=6&service=Economy',
  ],
  [
    'list the destinations of all delayed shipments on SITE/shipments',
    nothing,
    ['Lyon', 'Rotterdam', 'Exeter'],
  ],
  ['how heavy is S-4007? SITE/shipments', nothing, '88 kg'],
  ['Has S-4003 been delivered? Look at SITE/shipments', nothing, true],
  [
    'Go to SITE/tickets, open the ticket about the driver and raise its priority to High',
    'priority T-311 High',
  ],
  [
    "create a ticket at SITE/tickets saying 'My label is smudged' with the subject 'Smudged label', urgent",
    'tickets subject=Smudged label&priority=Urgent&description=My label is smudged',
  ],
  ['Is ticket T-309 closed? SITE/tickets', nothing, true],
  [
    'On SITE/customers, change the contact of Boyd & Co to Ann Boyd',
    'customer C-02 Ann Boyd, Hull, 01482 555 202',
  ],
  ["what's Raj Patel's company called? see SITE/customers", nothing, 'Delta Tools'],
  ['remove Elm Street Bakery from the customers at SITE/customers', 'customer - C-05'],
  [
    'open the newest message on SITE/messages and reply with "Fine by me"',
    'messages/reply id=1&text=Fine by me',
  ],
  [
    'turn off e-mail alerts and turn on sms alerts in SITE/settings',
    ['E-mail alerts false', 'SMS alerts true'],
  ],
  ['I want the settings in French and dark mode please: SITE/settings', nothing],
  ['In which month was the revenue highest? SITE/reports', nothing, 'October'],
  ['when does the Derby depot open on Mondays, and is it open at the weekend? SITE/depots', nothing],
);

/** Of which the lists have none. */
export const furtherSentences: readonly Sentence[] = on(
  '/',
  ['Open SITE/supplies. Which is cheaper, the packing tape or the bubble wrap?', nothing, 'Packing tape'],
  ['Open SITE/supplies. Add the cheaper of packing tape and bubble wrap to the basket', 'basket + 1 PT-40'],
  ['Open SITE/depots. Is the Derby depot open on Saturdays?', nothing, false],
);
