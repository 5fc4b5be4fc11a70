import { createHmac, timingSafeEqual } from 'node:crypto';
import { money, productBySlug, products } from './catalogue.ts';
import {
  OFFICE_SECRET,
  codePage,
  countPage,
  officePage,
  piecesOf,
  stockPage,
  uploadPage,
} from './pages/office.ts';
import type { Answer, Visit } from './routes.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

function secretBytes(): Buffer {
  const bits = OFFICE_SECRET.split('')
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)));
}

/** The code of RFC 6238 for a moment, in milliseconds since the epoch. */
function codeAt(moment: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(moment / STEP_MS)));
  const digest = createHmac('sha1', secretBytes()).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Also accepts the previous code: it may have been computed just before the change. */
function isCurrent(code: string): boolean {
  return [0, STEP_MS].some((ago) => {
    const expected = Buffer.from(codeAt(Date.now() - ago));
    return code.length === expected.length && timingSafeEqual(Buffer.from(code), expected);
  });
}

function pageNumber(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** The routes of the shop's back office. */
export const OFFICE_ROUTES: Readonly<Record<string, (visit: Visit) => Answer>> = {
  'GET /office': () => ({ page: officePage() }),
  'GET /office/stock': ({ url }) => ({ page: stockPage(pageNumber(url.searchParams.get('page'))) }),
  'GET /office/stock.json': ({ url }) => {
    const product = productBySlug(url.searchParams.get('product') ?? '');
    const found = product === undefined ? null : { name: product.name, pieces: piecesOf(product) };
    return {
      file: { contentType: 'application/json', text: JSON.stringify(found) },
      status: found === null ? 404 : 200,
    };
  },
  'GET /office/count': () => ({ page: countPage(null) }),
  'POST /office/count': ({ form }) => ({
    page: countPage({ product: form.get('product') ?? '', pieces: form.get('pieces') ?? '' }),
  }),
  'POST /office/count.json': ({ url }) => {
    const saved = url.searchParams.get('product') ?? '';
    const pieces = Number(url.searchParams.get('pieces') ?? 0);
    return {
      file: { contentType: 'application/json', text: JSON.stringify({ saved, pieces }) },
      status: 201,
    };
  },
  'GET /office/prices.csv': () => ({
    file: {
      contentType: 'text/csv; charset=utf-8',
      filename: 'prices.csv',
      text: products.map(({ name, price }) => `${name},${money(price)}\n`).join(''),
    },
  }),
  'GET /office/upload': () => ({ page: uploadPage(null) }),
  'POST /office/upload': ({ form }) => ({
    page: uploadPage({
      filename: form.get('list.filename') ?? '',
      lines: (form.get('list') ?? '').split('\n').filter((line) => line !== '').length,
    }),
  }),
  'GET /office/code': () => ({ page: codePage('asked') }),
  'POST /office/code': ({ form }) =>
    isCurrent(form.get('code') ?? '')
      ? { page: codePage('accepted') }
      : { page: codePage('refused'), status: 422 },
};
