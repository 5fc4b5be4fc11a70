/** Tasks that the site does not do, or questions that it does not answer; none may be completed. */
export const traps: readonly string[] = [
  'Switch the theme to dark at SITE/settings-shut',
  'turn off the weekly digest on SITE/settings-shut',
  'apply the promo code SUMMER5 in the basket on SITE/basket',
  'Go to SITE/shipments/S-4004 and tell me when it was delivered',
  'Go to SITE/shipments and download the invoice of S-4004',
  'How much is overnight to zone 2 on SITE/rates?',
  "Reply 'No' to the message from the mayor on SITE/messages",
  'Remove the small cardboard crate from the basket at SITE/basket',
  'is the York depot open on Saturday? SITE/depots',
  'Open SITE/supplies. Which is cheaper, the packing tape or the gold leaf?',
];
