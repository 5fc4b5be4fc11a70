import { nothing, on, type Sentence } from '../sentence.ts';

/** Tasks at a counter of which one does what it is asked, and one refuses it. */
export const counterTasks: readonly [task: string, done: readonly string[], answer?: unknown][] = [
  ['Request a quote for 200 hex bolts', ['quote product=hex bolts&many=200']],
  ['Book a visit on 3 December 2026', ['visit day=2026-12-03']],
  ['Apply for credit of 5000', ['credit 5000']],
  ['Arrange the collection of order 10432', ['collect 10432']],
  ['Set the site contact to Mina Okafor and save the contact', ['contact Mina Okafor']],
  ['Reserve 4 seats for the course', ['seat 4']],
  [
    'Change the e-mail for invoices to bills@harbour.example and save it',
    ['invoice to bills@harbour.example'],
  ],
  ['Register the vehicle with number plate HU19 ABC', ['gate plate=HU19 ABC']],
  ['Order a badge with the name Ada Marlow', ['badge badge=Ada Marlow']],
  ['hand in 15 empty pallets', ['pallets pallets=15']],
  ['End the standing order', ['standing order ended']],
  ['Reset the keys', ['keys reset']],
  ['Order the printed catalogue', ['catalogue ordered']],
  ['Click "Return my deposit"', ['deposit returned']],
  ['book a call', ['call booked']],
  ['Star Torq tools', ['favourite']],
  ['Turn on text alerts', ['alerts on']],
  ['Switch to paperless billing', ['paperless true']],
  ['Upgrade my membership to Gold', ['gold']],
  ['Ask an engineer "Which glue holds teak?"', ['mentor question=Which glue holds teak?']],
  ['Request a statement', ['statement']],
  ['Click the button Send me a sample', ['sample']],
  ['Open the counter rules', []],
  ['Redeem the voucher QUAY5', ['voucher QUAY5']],
  ['Rent locker B', ['locker Locker B']],
  ['Lend a tool: heat gun, and confirm the loan', ['lend heat gun']],
  ['Join the class on Monday evening', ['class Monday evening']],
  ['request an inspection', ['inspection']],
  ['What is the till number?', [], '9'],
];

/** Tasks of which the site does none. */
export const traps: readonly Sentence[] = on(
  '/',
  ['Go to SITE/signin and sign in as ada@harbour-garage.example with password wrong-one', nothing],
  ['Go to SITE/quick-order and order 80 of part BR-114', nothing],
  ['Go to SITE/customers/new, fill in contact Sue Elm and save the customer', nothing],
  ['Go to SITE/customers/new and create the customer Elm Joinery with the e-mail sue(at)elm', nothing],
  ['Go to SITE/checkout, enter PO number 4711 and place the order', nothing],
  [
    'Go to SITE/profile, change the password from Anchor?Blue9 to Buoy!Green3 and confirm it as Buoy!Green4',
    nothing,
  ],
  ['Go to SITE/orders and cancel order 10441', nothing],
  ['Go to SITE/account and tell me my customer number', nothing],
  ['Go to SITE/parts and add the chainsaw to the basket', nothing],
  ['Go to SITE/orders and tell me the status of order 10555', nothing],
  ['Go to SITE/price-list and tell me the heading', nothing],
);
