/** Sentences as people type them, with SITE for the address. They were written before any rule was read. */
import { nothing, on, type Sentence } from '../sentence.ts';

export const firstSentences: readonly Sentence[] = on(
  '/',
  // To sign in and out.
  ['Go to SITE/login and sign in as nina.hill with password Rye&Spelt7', 'signed in'],
  [
    'Open SITE/login, enter nina.hill as user name and Rye&Spelt7 as password, tick Remember me and press Sign in',
    'signed in for long',
  ],
  [
    'Sign in to SITE/login as nina.hill with the password Rye&Spelt7 and tell me the customer number',
    'signed in',
    'K-558210',
  ],
  ['Log in at SITE/login (nina.hill / Rye&Spelt7), then sign out', ['signed in', 'signed out']],
  // The start page, which loads late.
  ['What is our balance? See SITE', nothing, '£800.95'],
  ['Go to SITE and tell me when the next reading is due', nothing, '1 December 2026'],
  ['What is the emergency phone number on SITE?', nothing, '0800 555 0133'],
  // Meters.
  ['What was the last reading of meter E-4472? It is on SITE/meters', nothing, '9120'],
  ['Open SITE/meters and count the rows', nothing, 3],
  ['When was the gas meter last read? SITE/meters', nothing, '28 September 2026'],
  [
    'On SITE/meters enter a reading of 18420 for meter E-4471, dated 24/11/2026',
    'reading meter=E-4471&reading=18420&date=24/11/2026',
  ],
  [
    'Go to SITE/meters/G-2093, fill in the form with new reading 5533 and remarks "Read by Omar" and submit it',
    'reading meter=G-2093&reading=5533&remarks=Read by Omar',
  ],
  ['Open SITE/meters, open the link that opens a new tab and tell me the guide version', nothing, '2026-4'],
  ['Download all readings from SITE/meters', 'download meters.csv'],
  // Bills.
  ['How much was the bill for August 2026? SITE/bills', nothing, '£301.40'],
  ['Which bill is overdue on SITE/bills?', nothing, 'B-2609'],
  ['Open SITE/bills and go to the last page. Which bills are listed there?', nothing, ['B-2602', 'B-2601']],
  ['Go to SITE/bills, press Next until bill B-2603 appears and tell me its amount', nothing, '£455.25'],
  ['How many bills are there on SITE/bills?', nothing, 10],
  ['Show only the paid bills on SITE/bills and count them', nothing, 8],
  ['Which month had the highest bill? Look at SITE/bills', nothing, 'January 2026'],
  ['Sort SITE/bills by amount and tell me the first bill number', nothing, 'B-2607'],
  ['Download the PDF of the September 2026 bill from SITE/bills', 'download B-2609.pdf'],
  ['On SITE/bills, when is the first bill due?', nothing, '30/11/2026'],
  [
    'Go to SITE/bills/pay, enter bill number B-2609 and amount 388.15, choose Business account and pay now',
    'pay bill=B-2609&amount=388.15&from=Business account',
  ],
  // Tariffs.
  ['What is the standing charge of Green Fix on SITE/tariffs?', nothing, '52p'],
  ['Which tariff has the lowest price per kWh? SITE/tariffs', nothing, 'Night Saver'],
  ['Open SITE/tariffs, choose Green Fix and confirm', 'tariff Green Fix'],
  ['On SITE/tariffs slide the yearly use to 20000 and tell me the estimated cost', nothing, '£5,780'],
  // The shop.
  ['Add the smart plug to the cart on SITE/shop', 'cart + 1 SP-10'],
  [
    'Open SITE/shop and add an LED bulb and a motion sensor to the cart',
    ['cart + 1 LB-01', 'cart + 1 LB-09'],
  ],
  ['How much is the room thermostat? SITE/shop', nothing, '£89.00'],
  ['Is the radiator valve in stock at SITE/shop?', nothing, false],
  [
    'Get me the prices of all products in SITE/shop',
    nothing,
    ['£14.50', '£19.90', '£89.00', '£42.00', '£5.25', '£31.00', '£17.75', '£64.00', '£22.40', '£55.60'],
  ],
  ['Sort SITE/shop by price, low to high, and add the first product to the cart', 'cart + 1 LB-01'],
  [
    'Open SITE/shop, choose the filter Lighting and list the product names',
    nothing,
    ['LED bulb', 'LED panel', 'Motion sensor'],
  ],
  ['How many products in the category Charging does SITE/shop have?', nothing, 2],
  ['Search SITE/shop for wallbox and add the cheapest one to the cart', 'cart + 1 CH-41'],
  ['On SITE/shop, click the heart of the LED panel', 'save LB-05'],
  ['Save the outdoor plug for later on SITE/shop', 'save SP-12'],
  ['Open SITE/shop/SP-10, choose black, set the quantity to 3 and add to cart', 'cart + 3 SP-10 Black'],
  ['How long is the warranty of the energy monitor? SITE/shop/ME-07', nothing, '3 years'],
  [
    'Expand Delivery and returns on SITE/shop/TH-20 and tell me what it says',
    nothing,
    'Delivered within 2 working days. Returns are free for 30 days.',
  ],
  ['Scroll down on SITE/shop, load more and add the energy monitor to the cart', 'cart + 1 ME-07'],
  [
    'Put a wallbox cable in the cart at SITE/shop, go to the cart and change the quantity to 2',
    ['cart + 1 CH-40', 'cart CH-40 2'],
  ],
  [
    'Add the smart plug to the cart on SITE/shop and redeem the promo code WARM20',
    ['cart + 1 SP-10', 'promo WARM20'],
  ],
  [
    'Add the smart plug and the outdoor plug to the cart on SITE/shop. Then open the cart and remove the smart plug.',
    ['cart + 1 SP-10', 'cart + 1 SP-12', 'cart - SP-10'],
  ],
  [
    'Go to SITE/checkout and fill in company Fern Bakery, contact person Nina Hill, street Quay Road 4, postcode LS1 4AB, city Leeds. Pay by direct debit, accept the terms and buy now.',
    'order company=Fern Bakery&person=Nina Hill&street=Quay Road 4&postcode=LS1 4AB&city=Leeds&payment=debit&terms=yes',
  ],
  // Support.
  ['Who handles ticket #8801 on SITE/support?', nothing, 'Ivan Petrov'],
  ['How many tickets on SITE/support are open?', nothing, 2],
  [
    'Open a new ticket on SITE/support with subject "No power in the hall", topic Outage and description "Since 7 this morning." Send it and report the ticket number',
    'ticket subject=No power in the hall&topic=Outage&text=Since 7 this morning.',
    '8812',
  ],
  [
    'Create a ticket at SITE/support: subject Bill too high, topic Billing, mark it as urgent and send it',
    'ticket subject=Bill too high&topic=Billing&urgent=true',
  ],
  [
    'Reply "Thank you, it works again" to ticket 8801 at SITE/support',
    'reply 8801 Thank you, it works again',
  ],
  ['Close the ticket "Wrong name on bill" on SITE/support', 'close 8797'],
  [
    'Go to SITE/support, expand "When is my reading due?" and give me the answer',
    nothing,
    'On the first working day of each month.',
  ],
  [
    'list the subjects of all tickets at SITE/support',
    nothing,
    ['Move to a new office', 'Meter display is blank', 'Wrong name on bill', 'Power cut on Friday'],
  ],
  // Messages.
  [
    'Open the message from Dana Fox at SITE/messages and tell me what it says',
    nothing,
    'Our fitter can come on Thursday at 9:30.',
  ],
  ['Star the message about winter tips on SITE/messages', 'star 35 true'],
  ['Delete the message "Winter tips" on SITE/messages', 'delete 35'],
  ['Archive the message from Lucy Hale in SITE/messages', 'archive 30'],
  ['Go to SITE/messages, open "Your new meter" and reply "Thursday is fine"', 'answer 41 Thursday is fine'],
  ['How many unread messages do I have on SITE/messages?', nothing, 2],
  // Settings.
  ['Turn off paper bills on SITE/settings', 'paper false'],
  ['Open SITE/settings, switch to the Notifications tab and turn on outage alerts by SMS', 'alerts true'],
  ['In SITE/settings set the budget alert to 500', 'budget 500'],
  ['Go to SITE/settings, notifications, and set the reminder date to 15 January 2027', 'remind 2027-01-15'],
  ['Change the language to Deutsch in SITE/settings and save', 'company language=Deutsch'],
  [
    'On SITE/settings type Harb into the billing address, pick Harbour View, Hull from the suggestions and save the changes',
    'company address=Harbour View, Hull',
  ],
  ['Copy the VAT number into the EORI number on SITE/settings and save', 'company eori=GB 123 4567 89'],
  [
    'Open SITE/settings, go to Payment, enter account holder Nina Hill and IBAN GB33BUKB20201555555555, collect on the 15th, save',
    'payment holder=Nina Hill&iban=GB33BUKB20201555555555&day=15th',
  ],
  // Team.
  ['Invite lea@fernbakery.example as Billing on SITE/team', 'invite lea@fernbakery.example Billing'],
  ['Remove Ruth Cole from the team at SITE/team and confirm', 'member - ruth@fernbakery.example'],
  ['Make Omar Diaz an admin on SITE/team', 'make admin omar@fernbakery.example'],
  ['On SITE/team select Nina Hill and Ruth Cole and export them', 'export nina,ruth'],
  [
    'In the row of Omar Diaz on SITE/team, open the menu and choose Reset password',
    'reset password omar@fernbakery.example',
  ],
  // Visits.
  ['Drag Boiler check to Planned on SITE/visits', 'move Boiler check Planned'],
  [
    'Book a visit on SITE/visits: inspection, 10 December 2026, in the afternoon',
    'visit about=Inspection&day=10&time=Afternoon',
  ],
  // Other pages.
  ['Scroll to Termination on SITE/terms and tell me the notice period', nothing, 'six weeks'],
  [
    'Fill in the contact form at SITE/contact with name Nina Hill, email nina@fernbakery.example and message "Please call me" and send it. Tell me the reference number.',
    'contact name=Nina Hill&email=nina@fernbakery.example&message=Please call me',
    'C-3318',
  ],
);

export const traps: readonly string[] = [
  'Add the best thermostat for our office to the cart on SITE/shop',
  'Choose the tariff that suits us on SITE/tariffs',
  'Add a solar panel to the cart on SITE/shop',
  'Download the bill of December 2026 from SITE/bills',
  'Remove Tom Baker from SITE/team',
  'Write a friendly answer to the message from Billing on SITE/messages',
  'Add the radiator valve to the cart on SITE/shop',
  'Sign in at SITE/login as nina.hill with password wrong-one',
];
