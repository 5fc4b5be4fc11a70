import { LITERAL } from '../../literals.ts';
import { DAY } from '../sites/booking.ts';
import type { Wording } from './wording.ts';

const PHONE = '\\+?\\d[\\d ()/-]{5,}\\d';

/** What is asked of those whose site it is, in words that other rules would read as something else. */
export const REQUESTED: readonly Wording[] = [
  // "E-mail the invoice": to me
  [
    /^(e-?mail|mail)\s+(the|my)\s+((?:\p{Ll}+\s)?(?:invoice|receipt|confirmation|certificate|report|statement|contract|bill|quote|ticket))$/iu,
    (_, verb = '', article = '', what = '') => `${verb} me ${article} ${what}`,
  ],
  // "Print the delivery note of order 4711"
  [
    /^print\s+(?:out\s+)?(?:the|my)\s+((?:\p{Ll}+\s)?(?:note|slip|invoice|receipt|label|ticket|certificate|confirmation|pass|statement))\s+(?:of|for)\s+(.+)$/iu,
    (_, paper = '', what = '') => `click the Print ${paper} button of ${what}`,
  ],
  // "Save all changes"
  [
    /^(save|apply|confirm|publish)\s+all\s+(?:of\s+)?(?:the\s+|my\s+|these\s+)?(changes|settings|edits)$/iu,
    (_, verb = '', what = '') => `${verb} the ${what}`,
  ],
  // "Notify me when the check valve is back in stock"
  [
    /^(notify|tell|alert|inform|e-?mail|text)\s+me\s+(?:when|once|as\s+soon\s+as)\s+(.+?)\s+(?:is|are|comes?)\s+(?:back|available|in\s+stock)(?:\s+(?:in\s+stock|again))*$/iu,
    (_, verb = '', what = '') => `click the ${verb} me button of ${what}`,
  ],
  // "Request a call back on 0113 496 0000 in the afternoon"
  [
    new RegExp(
      `^(?:request|ask\\s+for|arrange|order|book)\\s+an?\\s+(call\\s?-?back|call)\\s+(?:on|at|to)\\s+(${PHONE})(?:\\s+in\\s+the\\s+(morning|afternoon|evening))?$`,
      'iu',
    ),
    (_, call = '', phone = '', time = '') =>
      `request a ${call}: phone ${phone}${time === '' ? '' : `, time ${time.charAt(0).toUpperCase()}${time.slice(1)}`}`,
  ],
  // "Sign up for the newsletter with ada@home.test, monthly"
  [
    /^(?:sign\s+up|subscribe)\s+(?:for|to)\s+(?:the|your)\s+(newsletter|mailing\s+list)\s+with\s+(\S+@\S*[^\s,;])\s*,\s+(daily|weekly|fortnightly|monthly|quarterly)$/iu,
    (_, letter = '', address = '', often = '') => `subscribe ${address} to the ${often} ${letter}`,
  ],
  // "…, note "Use the side door"": what is written there.
  [new RegExp(`^note\\s+(${LITERAL})$`, 'iu'), (_, text = '') => `set the note to ${text}`],
  // "Deliver by parcel service on 1 December 2026"
  [
    new RegExp(
      `^(?:deliver|ship|send)(?:\\s+(?:it|them|this|the\\s+order))?\\s+(?:by|with|via)\\s+(?:the\\s+|your\\s+)?(\\p{L}[\\p{L} ]*?)\\s+on\\s+(${DAY})$`,
      'iu',
    ),
    (_, way = '', day = '') => `choose ${way}, delivery date ${day}`,
  ],
];
