import { html } from '../html.ts';
import type { Page } from './layout.ts';

/** The form, or the thanks to `sentBy`, the name of who has sent it. */
export function contactPage(sentBy: string | null): Page {
  return {
    title: 'Contact',
    path: '/contact',
    body:
      sentBy === null
        ? html`<div class="page">
            <div class="panel narrow" style="max-width:600px">
              <h1>Contact us</h1>
              <form action="/contact" method="post">
                <div class="row">
                  <div class="field">
                    <label for="contact-name">Name</label><input id="contact-name" name="name" required />
                  </div>
                  <div class="field">
                    <label for="contact-email">Email</label
                    ><input id="contact-email" type="email" name="email" required />
                  </div>
                </div>
                <div class="field">
                  <label for="topic">Topic</label
                  ><select id="topic" name="topic">
                    <option>Order</option>
                    <option>Returns</option>
                    <option>Something else</option>
                  </select>
                </div>
                <div class="field">
                  <label for="message">Message</label
                  ><textarea id="message" name="message" rows="5" required></textarea>
                </div>
                <button>Send message</button>
              </form>
            </div>
          </div>`
        : html`<div class="page">
            <h1>Message sent</h1>
            <p>Thank you, ${sentBy}. We answer within a day.</p>
          </div>`,
  };
}

/** The story of the shop, with a few facts to look up. */
export function aboutPage(): Page {
  return {
    title: 'About',
    path: '/about',
    body: html`<div class="page">
      <h1>About Kettle &amp; Clay</h1>
      <p>
        We are four people, two kilns and one very old cat. Since 2009 we have chosen things for the table
        that are better in the tenth year than in the first.
      </p>
      <dl class="sums" style="max-width:420px">
        <dt>Founded</dt>
        <dd>2009</dd>
        <dt>Workshops</dt>
        <dd>14</dd>
        <dt>Phone</dt>
        <dd>+44 20 7946 0018</dd>
      </dl>
    </div>`,
  };
}

/** For an address or a product that the shop does not have. */
export function missingPage(): Page {
  return {
    title: 'Not found',
    path: '',
    body: html`<div class="page">
      <h1>Page not found</h1>
      <p><a href="/">Back to the shop</a></p>
    </div>`,
  };
}
