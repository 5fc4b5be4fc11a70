/** A shop for its customers and its own staff, with markup as different frameworks write it. */
import { desks } from './desk.ts';
import { page } from './frame.ts';
import { running } from './running.ts';
import { selling } from './selling.ts';

const pages: Readonly<Record<string, string>> = {
  '/': page('Everything for the office', '<p>Since 1961.</p>'),
  '/signin': page(
    'Sign in',
    `</h1><form method="post" action="/signin"><div class="field"><input name="user" placeholder="Username or e-mail"></div><div class="field"><input type="password" name="password" placeholder="Password"></div><label><input type="checkbox" name="keep"> Remember me</label><button type="submit">Continue</button></form><a href="/forgot">Forgot password?</a>`,
  ),
  '/account': page(
    'Hello, Rosa',
    '<dl><dt>Customer no.</dt><dd>LK-907</dd><dt>Loyalty points</dt><dd>1,240</dd></dl>',
  ),
  '/thanks': page('Thank you', '<p>We have received your request.</p>'),
  ...selling,
  ...running,
  ...desks,
};

export const store = { pages, page, user: 'rosa@larkspur.test', password: 'Tulip!Rope42' };
