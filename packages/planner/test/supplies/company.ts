/** What the supplier's server keeps for one test. */
export interface Company {
  /** What was changed, in order; only this and the answers decide whether a task was carried out. */
  log: string[];
  isSignedIn: boolean;
  basket: Map<string, number>;
  customers: Customer[];
  messages: { id: number; from: string; subject: string; date: string; body: string; isStarred: boolean }[];
  addresses: Record<'billing' | 'delivery', Record<'street' | 'town' | 'postcode', string>>;
}

export interface Customer {
  number: string;
  name: string;
  city: string;
  contact: string;
  credit: number;
  since: string;
}

export interface Part {
  number: string;
  name: string;
  category: string;
  price: number;
  stock: number;
  supplier: string;
}

export const PARTS: readonly Part[] = [
  ['BR-101', 'Hex bolt M8', 'Fasteners', 0.35, 1200, 'Norsk Feste'],
  ['BR-114', 'Washer M8', 'Fasteners', 0.08, 5000, 'Norsk Feste'],
  ['BR-204', 'Ball valve 15 mm', 'Plumbing', 12.9, 40, 'Aquatec'],
  ['BR-210', 'Gate valve 22 mm', 'Plumbing', 18.25, 0, 'Aquatec'],
  ['BR-305', 'Work gloves', 'Safety', 6.5, 310, 'Handsafe'],
  ['BR-311', 'Safety goggles', 'Safety', 9.75, 85, 'Handsafe'],
  ['BR-402', 'Cordless drill', 'Tools', 129, 12, 'Torq'],
  ['BR-407', 'Torque wrench', 'Tools', 84.5, 7, 'Torq'],
  ['BR-415', 'Angle grinder', 'Tools', 99.99, 3, 'Torq'],
  ['BR-501', 'LED lamp', 'Electrical', 22.4, 64, 'Lumo'],
  ['BR-512', 'Extension lead 10 m', 'Electrical', 17.8, 51, 'Lumo'],
].map(
  ([number, name, category, price, stock, supplier]) =>
    ({ number, name, category, price, stock, supplier }) as Part,
);

export const ORDERS = [
  ['10432', '2 November 2026', 'Cordless drill', 2, '£258.00', 'Shipped', 'DHL'],
  ['10418', '21 October 2026', 'Work gloves', 30, '£195.00', 'Delivered', 'UPS'],
  ['10399', '9 October 2026', 'LED lamp', 5, '£112.00', 'Delivered', 'DHL'],
  ['10377', '14 September 2026', 'Ball valve 15 mm', 10, '£129.00', 'Cancelled', 'UPS'],
  ['10441', '11 November 2026', 'Torque wrench', 1, '£84.50', 'Processing', 'Royal Mail'],
] as const;

export function pounds(amount: number): string {
  return `£${amount.toFixed(2)}`;
}

export function newCompany(): Company {
  return {
    log: [],
    isSignedIn: false,
    basket: new Map([['BR-305', 2]]),
    customers: [
      ['C-77120', 'Harbour Garage', 'Hull', 'Mina Okafor', 5000, '12 March 2019'],
      ['C-77134', 'Pellworm Boats', 'Grimsby', 'Piet Sand', 1500, '3 June 2020'],
      ['C-77155', 'Tidewater Hotel', 'Whitby', 'Grace Lund', 8000, '30 January 2018'],
      ['C-77161', 'Foss & Sons', 'Hull', 'Edwin Foss', 2500, '17 August 2022'],
      ['C-77190', 'Cliff Bakery', 'Filey', 'Rosa Nairn', 900, '8 May 2024'],
    ].map(
      ([number, name, city, contact, credit, since]) =>
        ({ number, name, city, contact, credit, since }) as Customer,
    ),
    messages: [
      {
        id: 1,
        from: 'Dana Whitfield',
        subject: 'Your quote for 40 valves',
        date: '18 November 2026',
        body: 'The quote is valid until 15 December 2026.',
        isStarred: false,
      },
      {
        id: 2,
        from: 'Warehouse',
        subject: 'Late delivery of 10432',
        date: '16 November 2026',
        body: 'The lorry broke down near Selby.',
        isStarred: false,
      },
      {
        id: 3,
        from: 'Accounts',
        subject: 'Invoice reminder',
        date: '9 November 2026',
        body: 'Please pay £84.50 by Friday.',
        isStarred: true,
      },
    ],
    addresses: {
      billing: { street: 'Dock Street 12', town: 'Hull', postcode: 'HU1 3AB' },
      delivery: { street: '', town: '', postcode: '' },
    },
  };
}
