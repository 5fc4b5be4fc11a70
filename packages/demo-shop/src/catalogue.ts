/** Prices are in pence. */
export interface Product {
  readonly slug: string;
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  readonly price: number;
  /** The price before a deal, in pence. */
  readonly formerPrice?: number;
  readonly colours: readonly string[];
  readonly sizes: readonly string[];
  /** Two colours of its picture. */
  readonly tint: readonly [string, string];
  readonly shape: 'teapot' | 'cup' | 'jug' | 'bowl' | 'plate' | 'jar';
}

export const products: readonly Product[] = [
  {
    slug: 'blue-teapot',
    name: 'Blue Teapot',
    tagline: 'Pours without a drip',
    description: 'A stoneware teapot with a deep cobalt glaze. Holds four generous cups and keeps them warm.',
    price: 3450,
    formerPrice: 4200,
    colours: ['Blue', 'Sand', 'Moss'],
    sizes: ['0.8 l', '1.2 l'],
    tint: ['#3f6fb5', '#dfe9f7'],
    shape: 'teapot',
  },
  {
    slug: 'glass-teapot',
    name: 'Glass Teapot',
    tagline: 'Watch the leaves unfold',
    description:
      'Heat-proof borosilicate glass with a fine steel strainer, light in the hand and easy to clean.',
    price: 2890,
    colours: ['Clear', 'Smoke'],
    sizes: ['0.6 l', '1.0 l'],
    tint: ['#6aa7a0', '#e3f2f0'],
    shape: 'teapot',
  },
  {
    slug: 'milk-jug',
    name: 'Milk Jug',
    tagline: 'Small, steady, stackable',
    description: 'A little porcelain jug with a spout that knows when to stop.',
    price: 1290,
    formerPrice: 1590,
    colours: ['White', 'Blue'],
    sizes: ['200 ml', '350 ml'],
    tint: ['#c98f5a', '#f8eee2'],
    shape: 'jug',
  },
  {
    slug: 'espresso-cups',
    name: 'Espresso Cups',
    tagline: 'Set of four',
    description: 'Thick-walled cups that hold the heat of a short coffee. Four in a box, with saucers.',
    price: 2400,
    colours: ['Terracotta', 'Charcoal'],
    sizes: ['60 ml', '90 ml'],
    tint: ['#b65a43', '#f8e5df'],
    shape: 'cup',
  },
  {
    slug: 'breakfast-bowl',
    name: 'Breakfast Bowl',
    tagline: 'For porridge and soup',
    description: 'Wide and deep, glazed inside and raw outside, so it never slips.',
    price: 1650,
    formerPrice: 1990,
    colours: ['Cream', 'Moss', 'Blue'],
    sizes: ['Small', 'Medium', 'Large'],
    tint: ['#7d9a5b', '#edf3e4'],
    shape: 'bowl',
  },
  {
    slug: 'dinner-plate',
    name: 'Dinner Plate',
    tagline: 'A quiet stage for supper',
    description: 'A flat plate with a raised rim, fired twice. Goes into the oven and the dishwasher.',
    price: 1850,
    colours: ['Cream', 'Charcoal'],
    sizes: ['24 cm', '28 cm'],
    tint: ['#8d7bb0', '#efeaf7'],
    shape: 'plate',
  },
  {
    slug: 'salt-and-pepper',
    name: 'Salt & Pepper Jars',
    tagline: 'A pair with beech lids',
    description: 'Two jars for the "good" salt and the fresh pepper, with lids of oiled beech.',
    price: 2150,
    colours: ['White', 'Charcoal'],
    sizes: ['One size'],
    tint: ['#5f6b7a', '#e8ebef'],
    shape: 'jar',
  },
  {
    slug: 'travel-mug',
    name: 'Travel Mug',
    tagline: 'Tight lid, warm hands',
    description: 'A double-walled mug with a lid that stays shut in the bag.',
    price: 1990,
    formerPrice: 2490,
    colours: ['Sand', 'Blue', 'Black'],
    sizes: ['350 ml', '450 ml'],
    tint: ['#d39a3b', '#faf0dc'],
    shape: 'cup',
  },
];

/** The product with this last part of its address; undefined when there is none. */
export function productBySlug(slug: string): Product | undefined {
  return products.find((product) => product.slug === slug);
}

/** Products whose name or text contains every word of the query. */
export function searchProducts(query: string): Product[] {
  const words = query
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  return products.filter(({ name, tagline, description }) => {
    const text = `${name} ${tagline} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word.replace(/s$/u, '')));
  });
}

/** Pence as pounds: 1250 is `£12.50`. */
export function money(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}

export const countries = [
  'United Kingdom',
  'Ireland',
  'France',
  'Germany',
  'Spain',
  'United States',
] as const;

export const shippingMethods = [
  { id: 'standard', name: 'Standard', note: '3 to 5 working days', price: 395 },
  { id: 'express', name: 'Express', note: 'Next working day', price: 895 },
  { id: 'collect', name: 'Collect in store', note: 'Ready in two hours', price: 0 },
] as const;
export const GIFT_WRAP_PRICE = 250;
