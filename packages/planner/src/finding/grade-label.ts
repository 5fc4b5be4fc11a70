import { attributeWords, grade, GRADES, type Grade, normalised } from '../words/match-name.ts';
import type { Fact } from '../page/page-view.ts';

/** Synonyms of labels. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  total: ['order total', 'grand total', 'total price', 'amount due'],
  price: ['unit price', 'now', 'current price', 'cost', 'amount'],
  cost: ['price'],
  amount: ['total', 'value', 'sum', 'balance', 'price'],
  author: ['by', 'written by'],
  duration: ['minutes', 'mins', 'hours'],
  'due date': ['due', 'due on', 'date due'],
  name: ['title', 'product', 'item', 'part', 'employee', 'customer', 'account', 'subject', 'company'],
  title: ['name', 'subject'],
  number: ['no', 'nr'],
  'error message': ['error', 'alert'],
  error: ['error message', 'alert'],
  'order number': ['order no', 'order id', 'order reference', 'order'],
  stock: ['availability', 'in stock', 'quantity in stock'],
  balance: ['account balance', 'current balance', 'available balance'],
  'account balance': ['balance', 'current balance', 'available balance'],
  'phone number': [
    'phone',
    'telephone',
    'tel',
    'mobile',
    'call us',
    'call',
    'ring us',
    'hotline',
    'call us on',
  ],
  email: ['write to us', 'mail us', 'e-mail us'],
  'contact person': ['contact', 'contact name'],
  status: ['state'],
  pay: ['salary', 'wage', 'wages', 'earnings'],
  salary: ['pay', 'wage', 'wages', 'earnings'],
  weight: ['mass', 'kg', 'g', 'grams', 'g/m²', 'gsm', 'lb', 'lbs', 'oz'],
  rating: ['stars', 'score', 'average rating'],
  date: ['created', 'placed', 'ordered', 'posted', 'updated', 'issued', 'due'],
  manager: ['managed by', 'lead', 'head'],
  'former price': [
    'was',
    'old price',
    'previous price',
    'original price',
    'before',
    'price before',
    'former',
  ],
  discount: ['you save', 'saving', 'savings', 'save', 'reduction', 'off'],
  saving: ['you save', 'savings', 'save', 'discount', 'reduction'],
};

/** Visible labels take precedence over labels in the markup. */
const MARKUP_PENALTY = 3;
/** The content under a heading is more than a value, and a sentence is no label. */
const HEADING_PENALTY = 6;
/** A price tag that nothing else names. */
const PRICE_TAG = GRADES.contains - 5;

/** Words for a price of a home, a ride or a service. */
const PRICES =
  /^(?:(?:(?:daily|weekly|monthly|yearly|annual|hourly|nightly|regular|normal|current) )?(?:price|cost|rate|rent|fee|fare|charge|premium))$/iu;

/** Recognised by its digits, whatever a sentence calls it. */
const PHONE = /^\+?\d[\d ()/-]{6,}\d$/u;

/** Labels that fit worse are other labels. */
export const MIN_LABEL: Grade = PRICE_TAG;

/** How well a value's label matches the request. */
export function gradeLabel(label: string, fact: Fact): Grade {
  if (fact.source === 'struck') return label === fact.label ? GRADES.equal : 0;
  if (fact.source === 'money')
    return grade(label, fact.label) >= GRADES.synonym || PRICES.test(label) ? PRICE_TAG : 0;
  const shown = fact.source === 'marked' ? attributeWords(fact.label) : fact.label;
  const own = Math.min(GRADES.equal, grade(label, shown));
  // "Ticket: HD-5521" is the ticket number.
  const [, stem] = /^(.+)\s(?:number|no|id|code|reference)$/iu.exec(label) ?? [];
  const isNumbered = stem !== undefined && /\d/u.test(fact.value) && grade(stem, shown) >= GRADES.equal;
  // "Shipping: €4.95" is the shipping cost.
  const [, priced] = /^(.+)\s(?:costs?|fees?|charges?|price)$/iu.exec(label) ?? [];
  const isPriced =
    priced !== undefined && /[€$£]\s?\d|\d\s?[€$£]/u.test(fact.value) && grade(priced, shown) >= GRADES.equal;
  if (own < GRADES.synonym && (isNumbered || isPriced) && ['shown', 'said'].includes(fact.source))
    return GRADES.contains + 5;
  const isAlias = (ALSO_CALLED[label.toLowerCase()] ?? []).some(
    (name) => grade(name, shown) >= GRADES.equalWords,
  );
  const named = own < GRADES.synonym && isAlias ? GRADES.contains + 5 : own;
  if (fact.source === 'headed' || fact.source === 'said')
    return named >= GRADES.synonym || (isAlias && PHONE.test(fact.value)) ? named - HEADING_PENALTY : 0;
  return Math.max(0, named - (fact.source === 'marked' ? MARKUP_PENALTY : 0));
}

const DAY_FIRST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/u;

/** A visible number or date as a comparable value; null when it is neither. */
export function sizeOf(value: string): number | null {
  const text = normalised(value);
  const [, day, month, year] = DAY_FIRST.exec(value.trim()) ?? [];
  if (day !== undefined) return Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (/\d{4}-\d{2}-\d{2}|\d{1,2}\s+[a-z]{3,}\s+\d{4}|[a-z]{3,}\s+\d{1,2},?\s+\d{4}/u.test(text)) {
    // A day is the same whether it is written with its month's name or in digits.
    const universal = Date.parse(`${value.trim()} UTC`);
    const time = Number.isNaN(universal) ? Date.parse(value.trim()) : universal;
    return Number.isNaN(time) ? null : time;
  }
  const [digits] = /-?\d[\d.,\s'’]*/u.exec(value) ?? [];
  if (digits === undefined) return null;
  const plain = digits.replaceAll(/[\s'’]/gu, '').replace(/[.,]+$/u, '');
  const isComma = /,\d{1,2}$/u.test(plain) || (/,/u.test(plain) && /\.\d{3}(?:,|$)/u.test(plain));
  const number = Number(isComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', ''));
  return Number.isFinite(number) ? number : null;
}
