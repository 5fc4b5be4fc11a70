import { dailyTasks } from './daily-tasks.ts';
import { customerTasks } from './customer-tasks.ts';
import { supplierTasks } from './supplier-tasks.ts';
import { everydayTasks } from './everyday-tasks.ts';
import { hurriedTasks } from './hurried-tasks.ts';
import { everydayWordings } from './everyday-wordings.ts';
import { phrasedTasks } from './phrased-tasks.ts';
import { widgetTasks } from './widget-tasks.ts';
import { rewordedTasks } from './reworded-tasks.ts';
import { elsewhere, journeys, reading } from './reading-tasks.ts';
import { tradeTasks } from './trade-tasks.ts';
import { understood, type UnderstoodTask } from './understood.ts';

export { refusedTasks } from './refused-tasks.ts';

const opening: UnderstoodTask[] = [
  understood('Open https://shop.example/', ['open', 'https://shop.example/']),
  understood('go to shop.example', ['open', 'https://shop.example']),
  understood('Visit http://localhost:8080/deals.', ['open', 'http://localhost:8080/deals']),
  understood('Navigate to www.shop.example/products?page=2', [
    'open',
    'https://www.shop.example/products?page=2',
  ]),
  understood('Please open the page at https://shop.example/about', ['open', 'https://shop.example/about']),
  understood('Could you go to the website shop.example?', ['open', 'https://shop.example']),
  understood('Browse to localhost:3000', ['open', 'http://localhost:3000']),
  understood('I want you to load "https://shop.example/a b"', ['open', 'https://shop.example/a b']),
  understood('Open the URL 127.0.0.1:9000/x', ['open', 'http://127.0.0.1:9000/x']),
  understood('Head to https://shop.example, then go back', ['open', 'https://shop.example'], ['back']),
  understood('Go back and then go forward', ['back'], ['forward']),
  understood('Refresh the page', ['reload']),
  understood('reload', ['reload']),
  understood('Return to the previous page', ['back']),
  understood('On https://shop.example, click "Deals"', ['open', 'https://shop.example'], ['click', 'Deals']),
  understood('At shop.example read the heading', ['open', 'https://shop.example'], ['read', 'heading']),
];

const clicking: UnderstoodTask[] = [
  understood('Click "Add to cart"', ['click', 'Add to cart']),
  understood('click the Save button', ['click', 'button Save']),
  understood('Press the “Place order” button', ['click', 'button Place order']),
  understood("Tap 'Continue'", ['click', 'Continue']),
  understood('Click on the link About us', ['click', 'link About us']),
  understood('Choose the link "Deals"', ['choose', 'link Deals']),
  understood('Hit the button labelled Submit', ['click', 'button Submit']),
  understood('click the second link', ['click', '#2 link']),
  understood('Click the last "Remove" button', ['click', '#last button Remove']),
  understood('Please click on the 3rd result', ['click', '#3 result']),
  understood('Select the first product', ['choose', '#1 result']),
  understood('Follow the Contact link', ['click', 'link Contact']),
  understood('Click Terms and Conditions', ['click', 'Terms and Conditions']),
  understood('Open the cart', ['click', 'link cart']),
  understood('Go to the Deals page', ['click', 'link Deals']),
  understood('click the button that says "Buy now"', ['click', 'button Buy now']),
  understood('Open the second result', ['click', '#2 result']),
  understood('Switch to the Reviews tab', ['click', 'tab Reviews']),
  understood('Click the "Menu" icon', ['click', 'button Menu']),
  understood('I would like you to press Save', ['click', 'Save']),
  understood('double click the Save button', ['doubleclick', 'button Save']),
  understood('Hover over "Account"', ['hover', 'Account']),
  understood('move the mouse over the Products menu', ['hover', 'menu Products']),
  understood(
    'Open shop.example. Click the Log in button',
    ['open', 'https://shop.example'],
    ['click', 'button Log in'],
  ),
  understood('Click Log in', ['click', 'Log in']),
  understood('Press the Log in button', ['click', 'button Log in']),
  understood('Click the Sign in button', ['click', 'button Sign in']),
  understood('Click the Member sign in link', ['click', 'link Member sign in']),
  understood('Click Check out', ['click', 'Check out']),
  understood('Click Check in', ['click', 'Check in']),
  understood('Click Sign on on the page', ['click', 'Sign on']),
  understood('Click Opt in and report the heading', ['click', 'Opt in'], ['read', 'heading']),
  understood('Click the Turn on button', ['click', 'button Turn on']),
  understood('Click Go on', ['click', 'Go on']),
  understood('Click the Trade in button', ['click', 'button Trade in']),
  understood('Click the Third page link', ['click', '#3 link page']),
  understood('click the third link', ['click', '#3 link']),
];

const commands: UnderstoodTask[] = [
  understood('Add it to the cart', ['click', 'button Add to cart']),
  understood('Add the Blue Teapot to my cart', ['click', 'button Add to cart of Blue Teapot']),
  understood('Add the second product to the cart', ['click', 'button Add to cart of #2 result']),
  understood('Remove the Milk Jug from the cart', ['click', 'button Remove of Milk Jug']),
  understood('Click "Remove" next to Milk Jug', ['click', 'Remove of Milk Jug']),
  understood("Put 'Milk Jug' in the basket", ['click', 'button Add to basket of Milk Jug']),
  understood('Check out', ['click', 'control Check out']),
  understood('Proceed to checkout', ['click', 'control Proceed to checkout']),
  understood('Place the order', ['click', 'control Place order']),
  understood('Log out', ['click', 'control Log out']),
  understood('sign out.', ['click', 'control sign out']),
  understood('Submit the form', ['submit']),
  understood('submit', ['submit']),
  understood('Accept the cookies', ['click', 'control Accept cookies']),
  understood('Save the changes', ['click', 'control Save changes']),
  understood('Subscribe to the newsletter', ['choose', 'control Subscribe to newsletter']),
  understood('Send the message', ['click', 'control Send message']),
  understood('Sign up', ['click', 'control Sign up']),
  understood('download "Get file"', ['download', 'Get file']),
  understood(
    'Download the "Get file" link and report the heading',
    ['download', 'link Get file'],
    ['read', 'heading'],
  ),
  understood('Download the invoice', ['download', 'invoice']),
];

const typing: UnderstoodTask[] = [
  understood('Type "hello world" into the Search box', ['fill', 'Search', 'hello world']),
  understood("enter 'Ada Lovelace' in Full name", ['fill', 'Full name', 'Ada Lovelace']),
  understood('Fill Email with ada@example.com', ['fill', 'Email', 'ada@example.com']),
  understood('Fill in the Full name field with “Ada, Countess of Lovelace”', [
    'fill',
    'Full name',
    'Ada, Countess of Lovelace',
  ]),
  understood('put 42 into the Quantity field', ['fill', 'Quantity', '42']),
  understood('Write "Hi. How are you?" in the Message text area', ['fill', 'Message', 'Hi. How are you?']),
  understood('Input London as the City', ['fill', 'City', 'London']),
  understood('Enter 12 High Street, London for the Address', ['fill', 'Address', '12 High Street, London']),
  understood(
    'Enter your@mail.test for Email and type "secret" for Password',
    ['fill', 'Email', 'your@mail.test'],
    ['fill', 'Password', 'secret'],
  ),
  understood(
    'Fill Full name with Ada and Email with ada@example.com',
    ['fill', 'Full name', 'Ada'],
    ['fill', 'Email', 'ada@example.com'],
  ),
  understood(
    "Type 'Ada' into First name and 'Lovelace' into Last name",
    ['fill', 'First name', 'Ada'],
    ['fill', 'Last name', 'Lovelace'],
  ),
  understood("Type 'x' in the second field", ['fill', '#2 field', 'x']),
  understood('Set quantity to 2', ['set', 'quantity', '2']),
  understood('Change the Colour to Blue', ['set', 'Colour', 'Blue']),
  understood("Set the value of 'Delivery date' to 2026-12-24", ['set', 'Delivery date', '2026-12-24']),
  understood('Clear the Email field', ['fill', 'Email', '']),
  understood("Type 'teapot' and press Enter", ['fill', '', 'teapot'], ['press', 'Enter']),
  understood('Fill the Email field with "it\'s me@x.test"', ['fill', 'Email', "it's me@x.test"]),
  understood("Enter 'O'Brien' into Name", ['fill', 'Name', "O'Brien"]),
  understood(
    'Fill out the form with full name "Ada Lovelace", email "ada@example.com"',
    ['fill', 'full name', 'Ada Lovelace'],
    ['fill', 'email', 'ada@example.com'],
  ),
  understood(
    'Fill in the checkout form: Full name: Ada Lovelace, Email: ada@example.com',
    ['fill', 'Full name', 'Ada Lovelace'],
    ['fill', 'Email', 'ada@example.com'],
  ),
  understood('In the Email field, enter ada@example.com', ['fill', 'Email', 'ada@example.com']),
  understood('Enter the email ada@example.com', ['fill', 'email', 'ada@example.com']),
  understood("Type the message 'Hello'", ['fill', 'message', 'Hello']),
  understood('fill City with St. Louis. Click Next', ['fill', 'City', 'St. Louis'], ['click', 'Next']),
];

const choosing: UnderstoodTask[] = [
  understood('Select the second option from Size', ['select', 'Size', '#2']),
  understood("Select 'Blue' from Colour", ['select', 'Colour', 'Blue']),
  understood("choose 'Large' from the Size dropdown", ['select', 'Size', 'Large']),
  understood('Pick United Kingdom in the Country list', ['select', 'Country', 'United Kingdom']),
  understood('Select Express shipping', ['choose', 'Express shipping']),
  understood('Select France as the Country', ['select', 'Country', 'France']),
  understood('Choose Blue for the colour', ['select', 'colour', 'Blue']),
  understood('Pick the "Express" radio button', ['choose', 'radio Express']),
  understood('Choose the Express option', ['choose', 'option Express']),
  understood('In the Size dropdown, choose Large', ['select', 'Size', 'Large']),
  understood('Choose the color Green', ['choose', 'color Green']),
  understood('Choose the color "Green"', ['select', 'color', 'Green']),
  understood('Tick Keep me signed in', ['check', 'Keep me signed in']),
  understood('Tick Gift wrap', ['check', 'Gift wrap']),
  understood('Check the "I agree" checkbox', ['check', 'I agree']),
  understood('Untick the Gift wrap box', ['uncheck', 'Gift wrap']),
  understood('uncheck Newsletter', ['uncheck', 'Newsletter']),
  understood('Make sure Gift wrap is ticked', ['check', 'Gift wrap']),
  understood("Tick 'Gift wrap' and 'Newsletter'", ['check', 'Gift wrap'], ['check', 'Newsletter']),
];

const signingIn: UnderstoodTask[] = [
  understood('Log in using demo@shop.example and teapot-42', ['login', 'demo@shop.example', 'teapot-42']),
  understood('Log in with user ada@example.com and password s3cret', ['login', 'ada@example.com', 's3cret']),
  understood("Sign in as 'ada' with password 'pa ss'", ['login', 'ada', 'pa ss']),
  understood('login using the email ada@example.com and the password "x y"', [
    'login',
    'ada@example.com',
    'x y',
  ]),
  understood('Sign in with ada@example.com / teapot', ['login', 'ada@example.com', 'teapot']),
  understood('Please log in to the shop with username ada, password teapot', ['login', 'ada', 'teapot']),
  understood(
    'Log in as ada@example.com using password teapot and report the heading',
    ['login', 'ada@example.com', 'teapot'],
    ['read', 'heading'],
  ),
  understood('Authenticate with email "ada@example.com" and password "teapot"', [
    'login',
    'ada@example.com',
    'teapot',
  ]),
  understood('Log in', ['click', 'control Log in']),
];

const searching: UnderstoodTask[] = [
  understood('Search for teapot', ['search', '', 'teapot']),
  understood("search for 'blue and white'", ['search', '', 'blue and white']),
  understood('Look up "milk jug"', ['search', '', 'milk jug']),
  understood('Search the shop for cups', ['search', '', 'cups']),
  understood('Look for bowls on the site', ['search', '', 'bowls']),
  understood(
    'Search for "tea" in the catalogue and click the first result',
    ['search', '', 'tea'],
    ['click', '#1 result'],
  ),
  understood('Do a search for saucers', ['search', '', 'saucers']),
  understood('Search for reviews of https://shop.example/', [
    'search',
    '',
    'reviews of https://shop.example/',
  ]),
];

const keysAndPage: UnderstoodTask[] = [
  understood('Press Enter', ['press', 'Enter']),
  understood('hit the Tab key', ['press', 'Tab']),
  understood('Press Ctrl+A', ['press', 'Control+A']),
  understood('press escape', ['press', 'Escape']),
  understood('Press the down arrow', ['press', 'ArrowDown']),
  understood('Scroll to the bottom of the page', ['scroll', 'bottom']),
  understood('scroll down', ['scroll', 'down']),
  understood('Scroll to "Customer reviews"', ['scroll', 'Customer reviews']),
  understood('Scroll up to the top', ['scroll', 'top']),
  understood('Wait for "Order confirmed" to appear', ['wait', 'text Order confirmed']),
  understood('Wait until the page shows Thank you', ['wait', 'text Thank you']),
  understood('Wait 2 seconds', ['wait', 'ms 2000']),
  understood('wait for half a second', ['wait', 'ms 500']),
  understood('Wait for the Save button', ['wait', 'button Save']),
  understood('Wait until the URL contains /cart', ['wait', 'url /cart']),
  understood('Wait for the page to load', ['wait', 'load']),
  understood('Wait until the spinner disappears', ['wait', 'hidden spinner']),
  understood("wait until 'Loading' is gone", ['wait', 'hidden Loading']),
  understood('Take a screenshot', ['screenshot']),
  understood('capture a full page screenshot', ['screenshot', 'full']),
  understood('Take a picture of the page', ['screenshot']),
  understood('Verify that the page shows "Thank you"', ['verify', 'text Thank you']),
  understood("Make sure 'Sold out' is visible", ['verify', 'text Sold out']),
  understood('Check that the URL contains /cart', ['verify', 'url /cart']),
];

export const understoodTasks: readonly UnderstoodTask[] = [
  ...opening,
  ...clicking,
  ...commands,
  ...typing,
  ...choosing,
  ...signingIn,
  ...searching,
  ...keysAndPage,
  ...reading,
  ...elsewhere,
  ...journeys,
  ...everydayTasks,
  ...hurriedTasks,
  ...phrasedTasks,
  ...widgetTasks,
  ...rewordedTasks,
  ...customerTasks,
  ...dailyTasks,
  ...supplierTasks,
  ...everydayWordings,
  ...tradeTasks,
];
