export const ON_PAGE =
  '(?:\\s+(?:of|on|from|in)\\s+(?:the\\s+|this\\s+)?(?:current\\s+|whole\\s+|first\\s+|next\\s+)?(?:page|site|screen|website))?';
/** Words that would change the answer cannot be part of a label. */
export const LOOSE =
  /\s(?:of|as|on|in|with|including|excluding|without|to(?!\s+(?:pay|date)(?:\s|$))|by|than|that|is|at)\s|^\d/iu;

/** "Prices" is the label "price", of each. */
export const MANY_LABELS =
  'prices|costs|names|titles|statuses|dates|ratings|quantities|numbers|ids|e-?mails|e-?mail addresses|addresses|phone numbers|amounts|totals|descriptions|values|balances|roles|authors|locations|types|categories|due dates|order numbers';
