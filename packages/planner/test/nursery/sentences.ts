export interface Sentence {
  page: string;
  task: string;
  /** What the site was told, in this order and nothing more. */
  done?: readonly string[];
  answer?: unknown;
}

function on(
  page: string,
  ...sentences: [task: string, done: string | readonly string[], answer?: unknown][]
) {
  return sentences.map(([task, done, answer]): Sentence => ({
    page,
    task,
    done: typeof done === 'string' ? [done] : done,
    ...(answer !== undefined && { answer }),
  }));
}
const nothing: readonly string[] = [];

/** Written before the grammar was read, as people type. */
export const firstSentences: readonly Sentence[] = [
  ...on(
    '/signin',
    ['Sign in as daisy with password Moss-Green-7', 'signed in'],
    ['log in with daisy and Moss-Green-7 and tell me who my adviser is', 'signed in', 'Ruth Marsh'],
    [
      'sign in as daisy, password Moss-Green-7, then tell me how many loyalty points I have',
      'signed in',
      340,
    ],
    ['Please log me in (user daisy, password Moss-Green-7) and open My orders', 'signed in'],
    [
      'Sign in as daisy using the password "Moss-Green-7" and add the Lady Fern to my basket from Plants',
      ['signed in', 'basket Lady Fern'],
    ],
  ),
  ...on(
    '/account',
    ['How many loyalty points do I have?', nothing, 340],
    ['When is my next delivery?', nothing, 'Tuesday 8 December'],
    ["who's my adviser", nothing, 'Ruth Marsh'],
    ['Since when am I a member?', nothing, '12 March 2021'],
    ['How many unread messages do I have?', nothing, 2],
    ["what's the voucher code", nothing, 'GROW-15'],
    [
      'Copy the voucher code, go to Basket, paste it into the voucher code box and click Apply',
      'voucher GROW-15',
    ],
  ),
  ...on(
    '/plants',
    ['Add the Wild Thyme to my basket', 'basket Wild Thyme'],
    ['put a Blue Hosta in the basket', 'basket Blue Hosta'],
    ['Add the cheapest plant to the basket', 'basket Wild Thyme'],
    ['add the second plant to my cart', 'basket Blue Hosta'],
    ['Add Lady Fern and Wild Thyme to the basket', ['basket Lady Fern', 'basket Wild Thyme']],
    ['How much is the Red Acer?', nothing, '£45.00'],
    ['how much does the blue hosta cost', nothing, '£12.00'],
    ['Which plant is the most expensive?', nothing, 'Red Acer'],
    ['What is the rating of the Lady Fern?', nothing, '4.6'],
    ['Is the Red Acer in stock?', nothing, false],
    ['How many plants are there?', nothing, 4],
    ['List the names of all plants', nothing, ['Lady Fern', 'Blue Hosta', 'Red Acer', 'Wild Thyme']],
    ['get me the prices of all the plants', nothing, ['£8.50', '£12.00', '£45.00', '£3.25']],
    ['Sort by price, low to high, and tell me the first plant', 'sort Price, low to high', 'Wild Thyme'],
    ['search for fern and open the first result', 'search fern'],
    ['Filter by Sun and count the plants', 'filter Sun true', 2],
    ['Only show plants for shade', 'filter Shade true'],
    ['Add Wild Thyme to favourites', 'favourite Wild Thyme'],
    ['favourite the blue hosta', 'favourite Blue Hosta'],
    ['Compare Lady Fern and Red Acer', ['compare Lady Fern', 'compare Red Acer']],
    ['tick compare for the Wild Thyme', 'compare Wild Thyme'],
    ['Open the Lady Fern and tell me its height', nothing, '60 cm'],
  ),
  ...on(
    '/plants/lady-fern',
    ['Set the quantity to 3 and add it to the basket', 'basket Lady Fern x3'],
    ['Choose the large pot and add it to the basket', ['size Large', 'basket Lady Fern x1']],
    ['Give it 4 stars', 'rated 4'],
    ['Like this plant', 'liked Lady Fern'],
    ['What does delivery cost?', nothing, '£4.95'],
    ['Switch to the Delivery tab and tell me the courier', nothing, 'Greenpost'],
    ['Go to Reviews and post the review "Grew well"', 'review Grew well'],
    ['How often should I water it?', nothing, 'twice a week'],
    ['buy 2 of these', 'basket Lady Fern x2'],
  ),
  ...on(
    '/basket',
    ['Remove the Wild Thyme from the basket and confirm', 'removed Wild Thyme'],
    ['Change the quantity of Lady Fern to 5', 'quantity Lady Fern 5'],
    ["What's the total?", nothing, '£20.25'],
    ['Apply the voucher GROW-15', 'voucher GROW-15'],
    ['Tick gift wrap and go to the checkout', ['gift true', 'checkout']],
    ['delete the first item, say yes when asked', 'removed Lady Fern'],
    ['How many Lady Ferns are in the basket?', nothing, 2],
  ),
  ...on(
    '/orders',
    ['What is the status of order FN-302?', nothing, 'On its way'],
    ['Which order has not been delivered and is being packed?', nothing, 'FN-303'],
    ['Open the latest order and report the tracking number', nothing, 'GP30377'],
    ['Open order FN-301 and tell me which plant it was', nothing, 'Lady Fern'],
    ['Open the menu of order FN-301 and choose Order again', 'reordered FN-301'],
    ['Return order FN-302 and confirm', 'returned FN-302'],
    ['how many orders do I have', nothing, 3],
    ['When was FN-302 placed', nothing, '19 June 2026'],
    ['Open FN-303, open the invoice and tell me the VAT', nothing, '£3.42'],
    ['get the totals of all orders as a list', nothing, ['£20.50', '£45.00', '£6.50']],
  ),
  ...on(
    '/messages',
    ['Star the Spring sale message', 'starred Spring sale'],
    ['Archive both messages', ['archived Your delivery', 'archived Spring sale']],
    [
      'Send a message with subject Broken pot, topic Delivery and message "The pot came broken" and tell me the reference',
      'messages subject=Broken pot&topic=Delivery&message=The pot came broken',
      'T-8841',
    ],
    [
      'Write to us: subject "Pests", message "What eats my hosta?", tick send me a copy and send it',
      'messages subject=Pests&message=What eats my hosta?&copy=on',
    ],
    [
      'Fill in the form with subject Roots and message Hello, then send it',
      'messages subject=Roots&message=Hello',
    ],
  ),
  ...on(
    '/profile',
    ['Change my surname to Moss and save', 'profile first=Daisy&last=Moss&country=United Kingdom'],
    [
      'Set my date of birth to 5 March 1990, choose Ireland as country and save the changes',
      'profile first=Daisy&last=Root&born=1990-03-05&country=Ireland',
    ],
    [
      'Subscribe me to the newsletter and save',
      'profile first=Daisy&last=Root&country=United Kingdom&news=on',
    ],
    [
      'Fill in phone with 0123 456, select Allotment and tick both boxes, then save',
      'profile first=Daisy&last=Root&country=United Kingdom&phone=0123 456&garden=Allotment&news=on&sms=on',
    ],
    ['Close my account and confirm', 'closed account'],
  ),
  ...on(
    '/garden',
    ['Slide humidity to 60', 'humidity 60'],
    ['Set the planting date to 14/10/2026', 'planting 2026-10-14'],
    ['Type Y in Town and choose York', 'town York'],
    ['Turn on frost alerts', 'frost true'],
    ['Select Clay as soil', 'soil Clay'],
    ['Clik "Water everything"', 'watered'],
    ['Drag Sow peas to Finished', 'finished Sow peas'],
    ['Expand the frost tips and tell me the lowest safe temperature', 'tips', '5 °C'],
    ['Create a new bed named Herbs', 'bed Herbs'],
    ['copy the membership number into member reference', 'reference M-5120'],
    ['Go to the last page of the journal and list the entries', nothing, ['First frost']],
    ['Scroll down to the opening hours and tell me when you are open on Saturday', nothing, '9 to 5'],
    ['mark Prune roses as finished by dragging it to Finished', 'finished Prune roses'],
  ),
];

/** Written once the first ones were understood, and tried before anything was mended for them. */
export const secondSentences: readonly Sentence[] = [
  ...on(
    '/signin',
    [
      'Log on as daisy (pw: Moss-Green-7) and tell me when my next delivery is',
      'signed in',
      'Tuesday 8 December',
    ],
    ['enter daisy as user name, Moss-Green-7 as password and press Sign in', 'signed in'],
  ),
  ...on(
    '/account',
    ['how many points have I got', nothing, 340],
    ['Please find out the name of my adviser', nothing, 'Ruth Marsh'],
    ['read me the voucher code please', nothing, 'GROW-15'],
  ),
  ...on(
    '/plants',
    ['I would like a Red Acer, a Lady Fern in my basket', nothing],
    ['Put the most expensive plant into the basket', 'basket Red Acer'],
    ['Add the third plant to the basket', 'basket Red Acer'],
    ['put both the Lady Fern and the Blue Hosta in my basket', ['basket Lady Fern', 'basket Blue Hosta']],
    ['Whats the price of Wild Thyme?', nothing, '£3.25'],
    ['show me the ratings of all plants', nothing, ['4.6', '4.1', '4.9', '3.8']],
    ['Which plant has the lowest rating?', nothing, 'Wild Thyme'],
    ['sort the plants by price from high to low', 'sort Price, high to low'],
    ['Is there a plant called Blue Hosta?', nothing, true],
    ['Untick nothing, just tick Compare on the Blue Hosta', nothing],
    ['Look for thyme', 'search thyme'],
    ['open the red acer page', nothing],
  ),
  ...on(
    '/plants/lady-fern',
    ['rate this plant 5 stars', 'rated 5'],
    ['Pick the Small size', 'size Small'],
    ['Increase the quantity to 4 and add to basket', 'basket Lady Fern x4'],
    ['Open the Reviews tab, write "Fine" in Your review and click Post review', 'review Fine'],
    ['How tall does it get?', nothing, '60 cm'],
  ),
  ...on(
    '/basket',
    ['Remove both plants', ['removed Lady Fern', 'removed Wild Thyme']],
    ['In the row of Wild Thyme set the quantity to 4', 'quantity Wild Thyme 4'],
    ['Enter GROW-15 as voucher code and apply it', 'voucher GROW-15'],
    ['How much is delivery?', nothing, '£4.95'],
    ['check out', 'checkout'],
  ),
  ...on(
    '/orders',
    ['What was the total of FN-301?', nothing, '£20.50'],
    ['open the second order and tell me the tracking number', nothing, 'GP30277'],
    ['Order FN-303 again', 'reordered FN-303'],
    ['open the menu for FN-302, choose Return and confirm', 'returned FN-302'],
  ),
  ...on(
    '/messages',
    ['archive the message Your delivery', 'archived Your delivery'],
    [
      'Write "Where is my hosta?" as message with subject Hosta and send it; what is my reference?',
      'messages subject=Hosta&message=Where is my hosta?',
      'T-8841',
    ],
  ),
  ...on(
    '/profile',
    [
      'Update my phone number to 01234 and save the changes',
      'profile first=Daisy&last=Root&country=United Kingdom&phone=01234',
    ],
    [
      'tick Newsletter and Text messages and save',
      'profile first=Daisy&last=Root&country=United Kingdom&news=on&sms=on',
    ],
    ['I have a balcony: select it and save', nothing],
  ),
  ...on(
    '/garden',
    ['put the humidity slider at 35', 'humidity 35'],
    ['switch frost alerts on', 'frost true'],
    ['Choose Sand from the Soil list', 'soil Sand'],
    ['go to the next page of the journal until you see First frost', nothing],
    ['Move "Prune roses" to Finished', 'finished Prune roses'],
    ['enter Truro in town and pick it from the list', 'town Truro'],
    ['set planting date to tomorrow', nothing],
    ['Make a new bed called Roses', 'bed Roses'],
  ),
];

/** Each is refused by the site, or asks for what is not there; none may complete or tell the site anything. */
export const traps: readonly Sentence[] = [
  ...on(
    '/signin',
    ['Sign in as daisy with password wrong-one', nothing],
    ['log in with ghost and Moss-Green-7 and open My orders', nothing],
    ['Sign in as daisy with password Moss-Green-8 and tell me my loyalty points', nothing],
  ),
  ...on(
    '/trap',
    ['Enter SPRING as coupon and click Redeem coupon', nothing],
    ['Redeem the coupon SPRING', nothing],
    ['Set nickname to Dee and save the nickname', nothing],
    ['Place an order with amount 3 and e-mail nonsense', nothing],
    ['Set the amount to 50, the e-mail to a@b.example and place the order', nothing],
    ['Type lots into Amount and place the order', nothing],
    ['Click Place order', nothing],
    ['Add a note', nothing],
    ['Click Add note', nothing],
    ['Subscribe', nothing],
    ['Cancel the subscription', nothing],
    ['Print labels', nothing],
    ['Claim the prize', nothing],
    ['Click Pause deliveries', nothing],
    ['Reset the garden', nothing],
    ['Click Rename garden', nothing],
    ['Click Follow', nothing],
    ['Turn on text alerts', nothing],
    ['Enter hello as comment and publish the comment', nothing],
    ['Open the old catalogue', nothing],
    ['Click Show statement', nothing],
    ['Open the vault', nothing],
    ['Choose Big as size', nothing],
    ['Subscribe and tell me the balance', nothing],
  ),
  ...on(
    '/plants',
    ['How many trees are there?', nothing],
    ['Add the Black Rose to the basket', nothing],
    ['Add the best plant to the basket', nothing],
    ['Add the fifth plant to my basket', nothing],
    ['What is the price of the Golden Oak?', nothing],
    ['What is the height of the Red Acer?', nothing],
    ['Add an interesting plant to favourites', nothing],
    ['go to the next page and list the plants', nothing],
  ),
  ...on(
    '/orders',
    ['What is the status of order FN-999?', nothing],
    ['Cancel order FN-301', nothing],
    ['Open the ticket', nothing],
    ['Return order FN-304 and confirm', nothing],
  ),
  ...on(
    '/messages',
    ['Fill in the form with subject Roots and send it', nothing],
    ['Archive the Winter sale message', nothing],
    ['Send it', nothing],
  ),
];
