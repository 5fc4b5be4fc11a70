/** The pages of a health centre for its patients, with the widgets of usual web applications. */
import { care } from './care.ts';
import { page } from './frame.ts';
import { life } from './life.ts';
import { receptions } from './reception.ts';
import { records } from './records.ts';

const pages: Readonly<Record<string, string>> = {
  '/': page('Welcome', '<p>Care for the whole family.</p><a href="/signin">Patient login</a>'),
  '/signin': page(
    'Patient login',
    `<form method="post" action="/signin"><div><label for="user">Patient number or e-mail</label><input id="user" name="user" autocomplete="username"></div><div><label for="pass">Password</label><input id="pass" type="password" name="password"><button type="button" onclick="pass.type = 'text'">Show</button></div><button type="submit">Continue</button> <a href="/register">Register</a></form>`,
  ),
  '/thanks': page('Thank you', '<p>We have received it. Case number: C-118</p>'),
  ...care,
  ...records,
  ...life,
  ...receptions,
};

export const clinicPortal = { pages, page, user: 'p-2087', password: 'maple!Tree9' };
