/** What the freight company keeps for one customer. */
export interface Item {
  code: string;
  name: string;
  price: number;
  stock: number;
  category: string;
  size: string;
}

export interface Shipment {
  number: string;
  to: string;
  sent: string;
  weight: number;
  status: 'Delivered' | 'In transit' | 'Delayed' | 'Booked';
  cost: number;
  receivedBy?: string;
}

export const ITEMS: readonly Item[] = [
  item('SB-10', 'Cardboard box small', 1.2, 340, 'Boxes', '30 x 20 x 20 cm'),
  item('LB-20', 'Cardboard box large', 2.8, 120, 'Boxes', '60 x 40 x 40 cm'),
  item('BW-30', 'Bubble wrap roll', 14.5, 18, 'Wrapping', '50 cm x 100 m'),
  item('PT-40', 'Packing tape', 3.25, 75, 'Tape', '48 mm x 66 m'),
  item('FL-50', 'Fragile labels', 6, 0, 'Labels', '10 x 5 cm'),
  item('EP-60', 'Euro pallet', 22, 9, 'Pallets', '120 x 80 cm'),
  item('SF-70', 'Stretch film', 11.9, 41, 'Wrapping', '50 cm x 300 m'),
  item('CP-80', 'Corner protectors', 8.4, 60, 'Protection', '5 x 5 cm'),
  item('RS-90', 'Ratchet straps', 17.75, 25, 'Protection', '5 cm x 6 m'),
  item('MB-95', 'Moving blanket', 12.6, 14, 'Protection', '200 x 150 cm'),
];

export const SHIPMENTS: readonly Shipment[] = [
  shipment('S-4001', 'Bristol', '2026-11-03', 12, 'Delivered', 18.4, 'R. Lowe'),
  shipment('S-4002', 'Antwerp', '2026-11-04', 140, 'Delivered', 96.2, 'K. Peeters'),
  shipment('S-4003', 'Glasgow', '2026-11-06', 8.5, 'Delivered', 15.1, 'J. Okafor'),
  shipment('S-4004', 'Cardiff', '2026-11-09', 31, 'In transit', 27.9),
  shipment('S-4005', 'Lyon', '2026-11-10', 210, 'Delayed', 148.75),
  shipment('S-4006', 'Norwich', '2026-11-11', 4, 'In transit', 12.3),
  shipment('S-4007', 'Rotterdam', '2026-11-12', 88, 'Delayed', 74.6),
  shipment('S-4008', 'Milan', '2026-11-13', 300, 'In transit', 261.5),
  shipment('S-4009', 'Swansea', '2026-11-16', 22, 'In transit', 24),
  shipment('S-4010', 'Dundee', '2026-11-17', 64.5, 'Booked', 51.35),
  shipment('S-4011', 'Ghent', '2026-11-19', 45, 'Booked', 49.9),
  shipment('S-4012', 'Exeter', '2026-11-20', 9, 'Delayed', 16.8),
];

function item(
  code: string,
  name: string,
  price: number,
  stock: number,
  category: string,
  size: string,
): Item {
  return { code, name, price, stock, category, size };
}

function shipment(
  number: string,
  to: string,
  sent: string,
  weight: number,
  status: Shipment['status'],
  cost: number,
  receivedBy?: string,
): Shipment {
  return { number, to, sent, weight, status, cost, ...(receivedBy && { receivedBy }) };
}

export function newCompany() {
  return {
    log: [] as string[],
    isSignedIn: false,
    basket: new Map([
      ['PT-40', 2],
      ['LB-20', 10],
    ]),
    tickets: [
      {
        number: 'T-309',
        subject: 'Wrong amount on invoice',
        opened: '2 November 2026',
        agent: 'Ines Marsh',
        status: 'Closed',
        priority: 'Normal',
      },
      {
        number: 'T-310',
        subject: 'Box arrived wet',
        opened: '9 November 2026',
        agent: 'Sam Ortiz',
        status: 'Open',
        priority: 'Normal',
      },
      {
        number: 'T-311',
        subject: 'Driver did not come',
        opened: '12 November 2026',
        agent: 'Ines Marsh',
        status: 'Open',
        priority: 'Low',
      },
      {
        number: 'T-312',
        subject: 'Label does not print',
        opened: '18 November 2026',
        agent: 'Sam Ortiz',
        status: 'Open',
        priority: 'High',
      },
    ],
    customers: [
      { number: 'C-01', name: 'Acorn Ltd', contact: 'Nell Ash', town: 'Leeds', phone: '0113 555 0101' },
      { number: 'C-02', name: 'Boyd & Co', contact: 'Tim Boyd', town: 'Hull', phone: '01482 555 202' },
      { number: 'C-03', name: 'Castle Books', contact: 'Una Reid', town: 'York', phone: '01904 555 303' },
      { number: 'C-04', name: 'Delta Tools', contact: 'Raj Patel', town: 'Derby', phone: '01332 555 404' },
      {
        number: 'C-05',
        name: 'Elm Street Bakery',
        contact: 'Flo Marks',
        town: 'Leeds',
        phone: '0113 555 0505',
      },
      { number: 'C-06', name: 'Foxglove Foods', contact: 'Ed Voss', town: 'Bath', phone: '01225 555 606' },
    ],
    messages: [
      {
        id: 1,
        from: 'Priya Nair',
        subject: 'Collection on Friday',
        text: 'Can we collect on Friday instead of Thursday?',
        isNew: true,
      },
      {
        id: 2,
        from: 'Customs desk',
        subject: 'Papers for Lyon',
        text: 'Please send us the invoice for S-4005.',
        isNew: true,
      },
      {
        id: 3,
        from: 'Billing',
        subject: 'Invoice 8812',
        text: 'Your invoice for October is ready.',
        isNew: false,
      },
      {
        id: 4,
        from: 'Dispatch',
        subject: 'New gate',
        text: 'Our drivers now use the north gate.',
        isNew: false,
      },
    ],
  };
}

export type Company = ReturnType<typeof newCompany>;

export function pounds(amount: number): string {
  return `£${amount.toFixed(2)}`;
}

export function longDate(day: string, later = 0): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + later);
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
