import { expect, test } from '@jest/globals';
import { isBesideYes, isYes, toneOf } from '../../src/engine/observation/words.ts';

const refusing = `Not saved | All seats are gone | This voucher has ended | Passwords must match | The course is full | That name exists already
A ticket with this subject already exists | This slot has just been taken | Duplicate entry | You have already applied | PDF only
The file is larger than 2 MB | Quota used up | Your monthly quota is used up | No seats left | None left | Are you human? | Verify that you are human
Security check | Down for maintenance | We'll be right back | Nothing to save | Unknown customer | No such order | Restricted to staff | Members only
You lack the rights | Approval needed | This page is read-only | Bookings are closed | Registration closed | Connection lost | You are offline
Something broke | There was a problem | Problem saving | Reverted | Discarded | Unfortunately this date is not ours to give | Not eligible
Under 18s are not admitted | Above your limit | Leider ausgebucht | Malheureusement, le cours est complet | Ya existe | Permission denied
Not delivered | Messages with links are held back and not delivered | Someone was faster. Pick another slot. | Choose a different date
Three codes were sent. Wait 40 minutes. | You are on the list already | This item is already in your list | We already have your application
This code ended in May | We only have 2 of these | You may not post until you click the link in our e-mail
You may not block an admin | Could not be placed. If you need help, call us | 2 of 3 members added | 0 rows imported | No files were uploaded
SPRING is for new customers. | Reviews are for people who bought it. | Gold is only open to members | Voucher QX12 belongs to another account
Your comment looks like spam. | That address is on the list already. | Your bank turned this payment down. | Another patient was faster.
Come back tomorrow. | Confirm your e-mail address before you order. | Verify your phone number first | Bo changed this page while you were editing.
Your balance does not cover this | You are muted until 18:00 | Our firewall stopped this | So viele haben wir nicht am Lager. | Das haben wir nicht gefunden
Changes have not been saved yet | This part is on hold | Our shop takes a short break | In use
Exports run at night only. | Plans change on the first of a month only. | This address has an account. | We only deliver within the city.
The export ran into a problem | Order 8 stays as it is. | KeyError: plan | Queued. It goes out when the connection returns. | Invited 1 of 2 people | Imported 0 contacts, skipped 40 | Dieser Termin wurde gerade vergeben. | Traceback (most recent call last): line 12
✗ | Saved as a draft. Please sign in to publish it. | Saved, except the nickname. | Only PNG and JPG
You seem to be offline. | The addresses differ | Both passwords are different | 12 imported, 2 failed
You can't do that today | We won't ship there | Échec de l'envoi | L'envoi a échoué. | Cet article est épuisé. | Ce code n’existe pas | Code expiré
Vous ne pouvez plus changer de date. | Ungültiger Code | Eine Kündigung ist erst ab Juli möglich. | El envío falló. | La pista 2 ya está ocupada
12 contacts importés, 2 rejetés | Someone else has this number | Your account is on credit hold
Missing fields are marked below. | Received. Rejected files are listed below. | Failed logins are blocked for 10 minutes. | Files other than PDF are rejected.`;
const notRefusing = `Thank you. If you can't find our e-mail, look in the spam folder. | Did something go wrong? | * required
Fields marked with * are required | Required fields are marked * | Les champs marqués d'un * sont obligatoires | Saved without errors | Edit Duplicate Delete
Order 12 placed | Ada is on the list | Only two more steps | Forgot your password? | Your seats are together | Falls nicht, rufen Sie an.
Please check your inbox and confirm your address. | Fields in red are required | Required fields are highlighted | Felder in Rot sind Pflichtfelder
Please do not send it twice. | We are sorry to see you go. | Your subscription is not active until you click the link in our e-mail.
10% off. It cannot be combined with other offers. | VAT not included | Already a member?
3 of 3 members added | Showing 2 of 3 orders | Step 2 of 3 completed | Our shop is for everyone | Come back soon! | Not assigned yet
State: pending. The bank has not confirmed it yet; this takes up to two days. | Invitation on its way. It cannot be withdrawn.
Only 2 left | The parcel has not been shipped yet; we will write to you | You are on the list | Ihre Bestellung ist bei uns
10% off. More discounts are for members. | No one is assigned yet. We cannot promise a time. | Order 8 is cancelled. You will not be charged. | 3 in use
Invited 2 of 2 people | Updated 0 contacts, added 12 | Ihr Termin wurde soeben gebucht | Saved 10 % of the cost
Your password was changed. Please sign in again. | Order 12 is placed. You cannot change it after 18:00.
No conflicts. Nothing is blocked. | Your balance is low. Top up so that payments do not fail. | The bin is empty. Files deleted from here cannot be recovered.
Open the link in our mail, otherwise you will not get the newsletter. | Ada ✗
12 imported, 0 failed | Failed: 0
No problems found. | We can't wait to see you | Enregistré | Votre réservation ne dépend plus de rien | Nicht nur für Mitglieder | Thank you! We won't share your address. | Trial started. You won't be charged today.
Order 5512. Failed payments are retried within a day. | Out for delivery. A failed delivery is repeated the next day.
Received. Files other than PDF are rejected. | Receipt sent. Refused payments appear under Wallet. | Missing parcels are searched for 10 days.
Saved. Someone else may edit this site too. | 10:30 is yours. Pick another time if plans change. | 4 of 5 seats are in use. | Saved. You won't see this message again. | Done. The others won't be notified. | 12 contacts importés, 0 rejetés`;
const list = (text: string) => text.split(/\s*[|\n]\s*/);

test.each(list(refusing))('a sentence is a refusal: %s', (text) => {
  expect(toneOf(text)).toBe('refusing');
});

test.each(list(notRefusing))('a sentence is no refusal: %s', (text) => {
  expect(toneOf(text)).not.toBe('refusing');
});

test.each([
  ['Archive all', '2 of 3 archived', true],
  ['Archive', '2 of 3 archived', false],
  ['Import', '14 contacts imported, 3 skipped', true],
  ['Import', '14 contacts imported, 0 skipped', false],
  ['Unsubscribe', 'You will not receive any more e-mails.', false],
  ['Unsubscribe', 'You will not be unsubscribed.', true],
  ['Block', 'Bob can no longer send you messages.', false],
  ['Cancel booking', 'This booking can no longer be cancelled.', true],
  ['Annuler la réservation', 'Cette réservation ne peut plus être annulée.', true],
  ['Cancel booking', 'Booking 5 was cancelled. It cannot be restored.', false],
])('after "%s" some are not all, and what ended does not come any more: %s', (control, text, isNo) => {
  expect(toneOf(text, control) === 'refusing').toBe(isNo);
});

test('what changed by itself does not say that something was taken', () => {
  expect(toneOf('Prices in your basket have changed', 'Place order')).toBe('neutral');
  expect(toneOf('The page you sent was out of date')).toBe('neutral');
  expect(toneOf('Ben changed this product at 10:41. Compare both versions.', 'Save')).toBe('neutral');
  expect(toneOf('This record was changed by Ben at 10:41.', 'Save')).toBe('neutral');
  expect(toneOf('You changed this product at 10:41', 'Save')).toBe('taken');
  expect(toneOf('You sent 20 pounds to Ben')).toBe('taken');
  expect(toneOf('The price was changed', 'Change price')).toBe('taken');
});

test.each([
  ['Reject', 'Rejected', false],
  ['Decline invitation', 'You declined the invitation', false],
  ['Block user', 'Ben is blocked', false],
  ['Deny', 'Denied', false],
  ['Mark as missing', 'Missing', false],
  ['Cancel plan', 'Your plan is no longer active', false],
  ['Cancel plan', 'Your plan has ended', false],
  ['Change order', 'Order 12 has left the house. It cannot be changed.', true],
  ['Block user', 'Ben is an admin and can not be blocked', true],
  ['Reject', 'A reason is required', true],
  ['Block Ben', 'Ben is blocked and can no longer write to you.', false],
  ['Block Ben', 'Ben is blocked already. He could not be blocked again.', true],
  ['Decline request', 'The request was declined. Ben has been told that it was not approved.', false],
  ['Approve request', 'The request was declined. Ben has been told that it was not approved.', true],
  ['Restore file', 'It is gone. This file cannot be restored.', true],
  ['Save profile', 'Saved, except the nickname.', true],
  ['Save', 'Not saved', true],
  ['Attach scan', 'scan.pdf – removed by virus check', true],
  ['Move to list', 'Removed from Spring and added to Summer', false],
  ['Unsubscribe', 'Your subscription goes on.', true],
  ['Close account', 'Your account is closed. You cannot sign in any more.', false],
  ['Authorise', 'Not authorised by your bank', true],
  ['Export orders', 'Nothing to export', true],
  ['Cancel booking', 'Status: confirmed', true],
  ['Rename booking', 'Status: confirmed', false],
  ['Deny', 'Permission denied', true],
  ['Order', 'Rejected', true],
  ['Add to cart', 'There is nothing in your cart yet.', true],
  ['Empty cart', 'There is nothing in your cart yet.', false],
  ['Import', '0 rows imported', true],
  ['Import', '3 rows imported', false],
  ['Suspend', 'Ben is suspended and cannot sign in.', false],
  ['Save', 'Your plan is no longer active', true],
  ['Change password', 'Password changed. Your old password no longer works.', false],
  ['Change password', 'Your old password no longer works.', true],
  ['Place order', 'Your order 8 has been placed. Your card was not charged yet.', false],
  ['Place order', 'Your order has not been placed. Your card was not charged.', true],
  ['Save message', 'Message saved. It was not sent.', true],
  ['Subscribe', 'We could not be happier to have you!', false],
  ['Subscribe', 'Your address could not be longer than this', true],
  ['Rate', 'Thanks for your rating. It is not public until we have checked it.', false],
  ['Publish', 'Saved. It is not published until you sign in.', true],
  ['Decline offer', 'Request declined by you. We will not send this offer again.', false],
  ['Accept offer', 'Request declined by you. We will not send this offer again.', true],
  ['Send report', 'Error report sent. Sorry for the trouble!', false],
  ['Send report', 'Error report not sent', true],
  ['Save', 'Error. A report was sent.', true],
  ['Run', 'Paid 14 Failed payments 0 Errors none', false],
  ['Run', 'Paid 14 Failed payments 2 Errors none', true],
  ['Pay', 'Nothing left to pay.', false],
  ['Book', 'Nothing left', true],
  ['Redeem voucher', 'Voucher redeemed! It cannot be used again.', false],
  ['Redeem voucher', 'It cannot be used again.', true],
  ['Order sample', 'Your sample is on its way. It is not for resale.', false],
  ['Transfer', '50.00 € sent. You cannot undo a transfer.', false],
  ['Apply', 'SPRING applied. Not valid for sale items.', false],
  ['Apply', 'SPRING is not valid for sale items.', true],
  ['Add', 'Added to your basket. Hurry: we cannot hold items for you.', false],
  ['Book', 'Booked. You need to bring a towel.', false],
  ['Book', 'You need to bring a form.', true],
  ['Send message', 'Message saved. It is not delivered before you verify your number.', true],
  ['Pay', 'Order received. Your card was not charged: use this code.', true],
  ['Redeem voucher', 'This voucher was redeemed on 3 May. It cannot be used again.', true],
  ['Report', 'Reported. You will not see posts by Ben.', false],
  ['Send request', 'Request sent. It is not approved until your manager signs it.', false],
  ['Send request', 'Request sent. It is not complete.', true],
  ['Send request', 'Request sent. Please verify your address, or it will not be read.', true],
  ['Set limit', 'Limit set to 500 €. Payments above it will be declined.', false],
  ['Set limit', 'Limits can be set from May. Payments will be declined.', true],
  ['Connect bank', 'Connected. We can’t see your password.', false],
  ['Connect bank', 'Connected accounts: 2. We can’t add another.', true],
  ['Lock films', 'Films rated 18 are locked. A PIN is required to watch them.', false],
  ['Publish', 'Published pages: 3. This one is not visible to others.', true],
  ['Save', 'Saved. Your picture could not be uploaded.', true],
  ['Send', 'Sent. It is not delivered: the address is wrong.', true],
  ['Book table', 'Table for two. We are closed on Mondays.', false],
  ['Book table', 'We are closed', true],
  ['Scan now', 'Scan finished: no threats found, 0 files blocked.', false],
  ['Scan now', 'Scan finished: 2 files blocked.', true],
  ['Hold item', 'Added to your list. We cannot hold items for you.', true],
])('after "%s", the words "%s" refuse: %s', (control, text, refuses) => {
  expect(toneOf(text, control) === 'refusing').toBe(refuses);
});

test.each([
  ['Submit hours', 'Reminder: weeks 10 and 11 are missing.', true],
  ['Submit hours', 'Reminder: the week must be closed first.', false],
  ['Check in', 'Boarding pass not available before 06:00.', true],
  ['Check in', 'Your flight is not available', false],
  ['Save', 'Your picture could not be uploaded', false],
  ['Archive all', '2 of 3 archived', false],
])('after "%s" the words "%s" refuse nothing beside a yes: %s', (control, text, isBeside) => {
  expect([toneOf(text, control), isBesideYes(text, control)]).toEqual(['refusing', isBeside]);
});

test('a page says yes in the word of the control', () => {
  expect(isYes('Checked in', 'Check in')).toBe(true);
  expect(isYes('This seat is already booked', 'Book')).toBe(false);
  expect(isYes('Not checked in', 'Check in')).toBe(false);
});

test('a list into which something was to be put has nothing in it', () => {
  expect(toneOf('Nothing in here yet.', 'Add to cart')).toBe('refusing');
  expect(toneOf('Nothing in here yet.', 'Show messages')).not.toBe('refusing');
  expect(toneOf('There is nothing in the way', 'Add to cart')).not.toBe('refusing');
});

test.each([
  ['Reject Kim', 'Rejected', 'taken'],
  ['Block card', 'This card is blocked and can no longer be used.', 'taken'],
  ['Block card', 'You have been blocked.', 'neutral'],
  ['Pay', 'Rejected', 'refusing'],
  ['Scan disk', 'No problems found.', 'taken'],
  ['Update', 'Is it you?', 'neutral'],
])('after "%s" the word of the control says that it was done: %s', (control, text, tone) => {
  expect(toneOf(text, control)).toBe(tone);
});
