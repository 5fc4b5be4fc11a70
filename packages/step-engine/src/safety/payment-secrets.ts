import { BARE, OPENING, QUOTED, pattern } from './secret-words.ts';

const CARD =
  /(?<!\p{L})(?:pay(?:ing|ment)?|cv[vc]2?|cards?|visa|mastercard|amex|maestro|kredit\p{L}*|\p{L}*karten?|cartes?|tarjetas?)(?!\p{L})/iu;
const CARD_NUMBER = pattern(String.raw`(?<![\p{L}\d./-])(?<value>\d(?:[ -]?\d){12,18})(?![\d-])`);
const DIGITS = String.raw`\d(?:[ -]?\d){12,18}(?![\d-])`;
const OF_CARD = String.raw`(?:card[ -]?(?:number|no\b\.?)|karten[ -]?n(?:ummer|r\b\.?)|num[ée]ro de (?:la )?carte|número de (?:la )?tarjeta)`;
/** "Card number: …", "… in Card number": mistyped ones too. */
const NUMBER_OF_CARD = pattern(
  String.raw`${OPENING}${OF_CARD}["'”’]?\s*(?:[:=]|is|with|to)?\s*["'“‘]?(?<value>${DIGITS})|(?<![\p{L}\d./-])(?<second>${DIGITS})["'”’]?\s+(?:in|into|as|for)\s+(?:the\s+)?["'“‘]?${OF_CARD}`,
);
/** "…, 08/27, 919": what follows the number and the month of a card. */
const CODE_OF_CARD = pattern(
  String.raw`\d{4}[,;\s]+(?:exp\p{L}*\.?\s+)?\d\d ?/ ?\d\d(?:\d\d)?[,;\s]+(?:and\s+)?(?<value>\d{3,4})(?![\d/])`,
);
/** "Confirm with TAN 481516". */
const TRANSACTION_CODE = pattern(
  String.raw`(?<!\p{L})(?:m?TAN|transaction code)(?:\s*[:=]\s*|\s+(?:(?:is|ist)\s+)?)(?<value>\d{4,8})(?!\d)`,
);
/** "Answer the security question with SECRET". */
const ANSWER = pattern(
  `${OPENING}answer(?:ing)?\\s+(?:to\\s+)?(?:the|my|your|its|their)\\s+(?:security|secret)\\s+question\\s*(?:[:=]|with|by|using)\\s*(?<value>${QUOTED}|${BARE})`,
);
/** "Unlock the vault with the passphrase correct horse battery". */
const PHRASE = pattern(
  `${OPENING}(?:with|using|by|is)\\s+(?:the|my)\\s+(?:pass[ -]?phrase|(?:wi-?fi|wlan)[ -]?(?:pass(?:word|phrase|code)?|key|code))\\s+(?<value>(?!(?:and|or|then|in|into|to|on|for|from|is|of|field|box)\\s)[^\\s"“”.,;]+(?:\\s+(?!(?:and|then|in|into|to|on|for)\\s)[^\\s"“”.,;]+){1,8})(?=\\s+(?:and|then|in|into|to|on|for)\\s|[.,;]|$)`,
);

/** The check digit of card numbers (ISO/IEC 7812-1). */
function isChecked(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = digit * (1 + (index % 2));
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** Whether a number beside a word for a card is a card's: mistyped ones are known by their groups. */
function isOfCard(number: string): boolean {
  return isChecked(number.replaceAll(/[ -]/g, '')) || /^\d{4}([ -])\d{4}\1\d{4}\1\d{4}$/.test(number);
}

/** Where a text holds numbers of cards, codes that confirm a payment, and answers to security questions. */
export function paymentSecrets(text: string): { from: RegExp; admits: (value: string) => boolean }[] {
  const always = () => true;
  return [
    { from: NUMBER_OF_CARD, admits: always },
    ...(CARD.test(text)
      ? [
          { from: CARD_NUMBER, admits: isOfCard },
          { from: CODE_OF_CARD, admits: always },
        ]
      : []),
    { from: TRANSACTION_CODE, admits: always },
    { from: ANSWER, admits: always },
    { from: PHRASE, admits: always },
  ];
}
