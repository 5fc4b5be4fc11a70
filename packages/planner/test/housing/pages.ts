/** The pages of a landlord for its tenants, with native, ARIA and merely styled widgets. */
import { vacancies } from './flats.ts';
import { page } from './frame.ts';
import { house } from './house.ts';
import { money } from './money.ts';
import { offices } from './office.ts';

const pages: Readonly<Record<string, string>> = {
  '/': page(
    'Living by the mill',
    '<p>412 homes in the north of the town.</p><a href="/signin">Tenant area</a>',
  ),
  '/signin': page(
    'Tenant area',
    `<form method="post" action="/signin"><p><label>E-mail<br><input name="user" type="email" required></label></p><p><label>Password<br><input type="password" name="password" required></label></p><p><label><input type="checkbox" name="stay"> Stay logged in</label></p><button>Enter</button></form>`,
  ),
  '/account': page('Welcome back', '<p>Tenant number: M-1414</p><p>You are logged in as Nadia Weiss.</p>'),
  '/thanks': page('Thank you', '<p>We have received it.</p>'),
  '/contact': page(
    'Contact',
    `<form method="post" action="/contact"><p><label>Your name <input name="name"></label></p><p><label>E-mail <input name="mail" type="email"></label></p><p><label>Topic <select name="topic"><option>General</option><option>Noise</option><option>Rent</option></select></label></p><p><label>Message <textarea name="message" required></textarea></label></p><button>Send</button></form><form method="get" action="/contact"><label>Ask our robot <input name="robot"></label><button>Send</button></form><details><summary>Opening hours</summary><p>Monday: 9 to 12</p><p>Thursday: 14 to 18</p></details>`,
  ),
  ...money,
  ...vacancies,
  ...house,
  ...offices,
};

export const housing = { pages, page, user: 'nadia@weir.test', password: 'Otter+Lamp88' };
