import { understood, type UnderstoodTask } from './understood.ts';

/** In a hurry: run-on, with signs for words, one thing after the other. */
export const hurriedTasks: readonly UnderstoodTask[] = [
  understood('log in w/ ada@example.com / teapot-42', ['login', 'ada@example.com', 'teapot-42']),
  understood('put the voucher book (10) in the basket pls', [
    'click',
    'button Add to basket of voucher book (10)',
  ]),
  understood('add a garden sack and a recycling box to the basket', [
    'inturn',
    'add a garden sack to the basket; add a recycling box to the basket',
  ]),
  understood('add the last talk in the list to my calendar', [
    'click',
    'button Add to calendar of #last talk',
  ]),
  understood('save Mill Barn to my favourites', ['click', 'button Add to favourites of Mill Barn']),
  understood('email me a copy of RP-118', ['click', 'control email me a copy of RP-118']),
  understood(
    'sort by price low to high then view the first one',
    ['sort', 'price', 'ascending'],
    ['click', '#1 result'],
  ),
  understood('from the services menu choose Mill hire', ['click', 'menuitem Mill hire']),
  understood(
    'copy street into delivery street and the town into delivery town',
    ['copy', 'street', 'delivery street'],
    ['copy', 'town', 'delivery town'],
  ),
  understood('set how often to weekly', ['set', 'how often', 'weekly']),
  understood(
    'go to security, current password teapot-42, put Kettle-9 in both new password fields and change password',
    ['click', 'link security'],
    ['fill', 'current password', 'teapot-42'],
    ['fill', 'every field new password', 'Kettle-9'],
    ['click', 'control Change password'],
  ),
  understood('Use Kettle-9 in both password fields', ['fill', 'every field password', 'Kettle-9']),
  understood('how often is the lift checked?', ['read', 'how often of lift']),
  understood('which permit expires first?', ['read', 'name of least expires permit']),
  understood(
    'subscribe to the newsletter with ada@example.com and agree to the emails',
    ['fill', 'email', 'ada@example.com'],
    ['check', 'emails'],
    ['submit'],
  ),
  understood(
    'tell us you are moving: moving date 20 December 2026, new street 12 Mill Lane',
    ['form', 'control tell us you are moving'],
    ['fill', 'moving date', '20 December 2026'],
    ['fill', 'new street', '12 Mill Lane'],
    ['submit'],
  ),
  understood(
    'pay 137.50 with card 4111 1111 1111 1111, name on card Ana Lee, expiry 09/28',
    ['fill', 'amount', '137.50'],
    ['fill', 'card number', '4111 1111 1111 1111'],
    ['fill', 'name on card', 'Ana Lee'],
    ['fill', 'expiry', '09/28'],
    ['submit'],
  ),
  understood(
    'apply for a pitch: van number KX70 LMN, make and model Fiat Ducato, start date 3 May 2027',
    ['form', 'control apply for pitch'],
    ['fill', 'van number', 'KX70 LMN'],
    ['fill', 'make and model', 'Fiat Ducato'],
    ['fill', 'start date', '3 May 2027'],
    ['submit'],
  ),
  understood('Submit the form, then accept the terms', ['submit'], ['check', 'terms']),
  understood('Write "coffee w/ milk" in the note field', ['fill', 'note', 'coffee w/ milk']),
  understood(
    'show only the open barns and tell me how many barns are left',
    ['filter', '', 'open barns'],
    ['read', 'count barns'],
  ),
  understood(
    'https://portal.example/shop add the desk lamp to the basket',
    ['open', 'https://portal.example/shop'],
    ['click', 'button Add to basket of desk lamp'],
  ),
  understood('tick Book flight and Send report', ['check', 'Book flight and Send report']),
  understood('tick Terms and send it', ['check', 'Terms'], ['submit']),
  understood(
    'open the latest message and tell me who sent it',
    ['click', 'most date result message'],
    ['read', 'sent by'],
  ),
  understood('archive every message from Grace', ['each', 'archive of every message from Grace']),
  understood(
    'put sticky notes in the basket then remove them again from the basket',
    ['click', 'button Add to basket of sticky notes'],
    ['click', 'button Remove of sticky notes'],
  ),
  understood('add it to the basket in green', ['choose', 'green'], ['click', 'button Add to basket']),
  understood(
    'filter by status Open and tell me how many there are on the page',
    ['filter', 'status', 'Open'],
    ['read', 'count result'],
  ),
  understood('export from the actions menu', ['click', 'menuitem export']),
  understood('change my password to Kettle-9', ['form', 'control Change password'], ['password']),
];
