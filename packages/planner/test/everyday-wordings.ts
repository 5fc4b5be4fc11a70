import { understood, type UnderstoodTask } from './understood.ts';

/** Everyday sentences about rows, lists, people and papers. */
export const everydayWordings: readonly UnderstoodTask[] = [
  understood('Enter 5 in the quantity field of the second row', ['fill', 'quantity of #2 row', '5']),
  understood('Set the quantity in the third row to 7', ['set', 'quantity of #3 row', '7']),
  understood('Copy the order from the first row into the Reference field', [
    'copy',
    'order of #1 row',
    'Reference',
  ]),
  understood('List the parts that are out of stock', ['read', 'each part of out of stock parts']),
  understood('How many orders are in transit?', ['read', 'count in transit orders']),
  understood('Count the parts that are out of stock', ['read', 'count out of stock parts']),
  understood('Keep clicking Next until the button is disabled', ['paging', 'last']),
  understood('Click next until there are no more pages', ['paging', 'last']),
  understood('For Ann, set the role to Admin', ['find', 'Ann'], ['set', 'role of Ann', 'Admin']),
  understood('Place the order with PO number 7781', ['click', 'control Place order']),
  understood('Close ticket 12 with the comment "done"', ['click', 'control Close ticket 12']),
  understood('Click Save as', ['click', 'Save as']),
  understood('Sing in as ada with password Teapot-4', ['login', 'ada', 'Teapot-4']),
  understood('Download invoice R-100 as a PDF', ['download', 'invoice R-100 PDF']),
  understood('Set the quantity of every item to 2', ['fill', 'every field quantity of every row', '2']),
  understood('Turn off all notifications', ['uncheck', 'All notifications']),
  understood('Expand every question', ['click', 'button Expand all']),
  understood('Download all invoices', ['each', 'Download of every invoices']),
  understood('Move the seal to the wish list', ['click', 'control Move to wish list of seal']),
  understood('List the three cheapest parts', ['read', 'list least price parts']),
  understood(
    'Add the two cheapest parts to the basket',
    ['click', 'button Add to basket of least price part'],
    ['click', 'button Add to basket of number 2 least price part'],
  ),
  understood('What is the average price?', ['read', 'average of price of result']),
  understood(
    'Raise a ticket: pump broken, priority high',
    ['form', 'control Raise a ticket'],
    ['fill', 'subject', 'pump broken'],
    ['fill', 'priority', 'high'],
    ['submit'],
  ),
  understood(
    'Write a review for the ball valve: Great valve, 5 stars',
    ['find', 'ball valve'],
    ['click', '5 stars'],
    ['fill', 'review', 'Great valve'],
    ['submit'],
  ),
];
