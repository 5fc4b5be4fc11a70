import { understood, type UnderstoodTask } from './understood.ts';

/** Sentences of a supplier's customers, by the rules that they led to. */
export const supplierTasks: readonly UnderstoodTask[] = [
  understood(
    'Find the customer number of Cliff Bakery on https://shop.example/customers',
    ['open', 'https://shop.example/customers'],
    ['read', 'customer number of Cliff Bakery'],
  ),
  understood(
    'How much did order 10399 cost? You find it at https://shop.example/orders',
    ['open', 'https://shop.example/orders'],
    ['read', 'price of order 10399'],
  ),
  understood(
    'Go to https://shop.example/orders: when was order 10418 placed?',
    ['open', 'https://shop.example/orders'],
    ['read', 'placed of order 10418'],
  ),
  understood('Log in as ada with password x1-y and keep me signed in', ['login', 'ada', 'x1-y']),
  understood(
    'Order 12 of part BR-114, needed by 4 December 2026',
    ['set', 'part', 'BR-114'],
    ['set', 'quantity', '12'],
    ['fill', 'needed', '4 December 2026'],
    ['submit'],
  ),
  understood(
    'Request a quote for 200 hex bolts',
    ['form', 'control Request a quote'],
    ['set', 'product', 'hex bolts'],
    ['set', 'quantity', '200'],
    ['submit'],
  ),
  understood('Choose yellow in size L', ['choose', 'yellow'], ['choose', 'L']),
  understood('Enter Fjord AS as company name', ['fill', 'company name', 'Fjord AS']),
  understood(
    'Write a message to Accounts with subject Paid. Mark it as urgent and send it',
    ['form', 'control Write a message'],
    ['set', 'to', 'Accounts'],
    ['fill', 'subject', 'Paid'],
    ['check', 'urgent'],
    ['submit'],
  ),
  understood(
    'Subject: Broken lamp. Priority: Low. Send it',
    ['fill', 'Subject', 'Broken lamp'],
    ['fill', 'Priority', 'Low'],
    ['submit'],
  ),
  understood('Select everyone in Hull', ['check', 'every checkbox of every row Hull']),
  understood('Click next until you see the cordless drill', ['paging', 'next', 'cordless drill']),
  understood('Ad the lamp to teh basket', ['click', 'button Add to basket of lamp']),
  understood(
    'List the names of the products on the last page',
    ['paging', 'last'],
    ['read', 'list products'],
  ),
  understood('Give me the limit in the row of Foss & Sons', ['read', 'limit of Foss & Sons']),
  understood('Tell me how much it all costs', ['read', 'total']),
  understood('Make Orders my start page', ['set', 'start page', 'Orders']),
  understood(
    'Load more reviews and count them',
    ['click', 'control Load more reviews'],
    ['read', 'count reviews'],
  ),
];
