/** What a supplier of parts for coffee machines knows of one customer. */
export interface Part {
  code: string;
  name: string;
  category: string;
  price: number;
  stock: number;
  fits: string;
}

export interface Ticket {
  number: string;
  subject: string;
  priority: string;
  status: string;
  updated: string;
  replies: [who: string, said: string][];
}

export interface Message {
  id: number;
  from: string;
  subject: string;
  date: string;
  text: string;
  isUnread: boolean;
}

export interface Member {
  name: string;
  email: string;
  role: string;
  seen: string;
}

export const PARTS: readonly Part[] = [
  ['BL-101', 'Steam wand', 'Steam', 24.9, 8, 'Vela 2, Vela 3'],
  ['BL-102', 'Steam tip', 'Steam', 6.4, 40, 'Vela 2, Vela 3'],
  ['BL-110', 'Group gasket', 'Brewing', 4.2, 120, 'All machines'],
  ['BL-111', 'Shower screen', 'Brewing', 7.8, 35, 'All machines'],
  ['BL-120', 'Water pump', 'Water', 58, 3, 'Vela 3'],
  ['BL-121', 'Pressure gauge', 'Water', 31.5, 5, 'Vela 2'],
  ['BL-130', 'Grinder burrs', 'Grinding', 64, 6, 'Molto 64'],
  ['BL-131', 'Hopper lid', 'Grinding', 12.1, 0, 'Molto 64'],
  ['BL-140', 'Drip tray', 'Housing', 18.75, 9, 'Vela 3'],
  ['BL-150', 'Descaler', 'Cleaning', 9.95, 60, 'All machines'],
  ['BL-151', 'Cleaning tablets', 'Cleaning', 11.2, 75, 'All machines'],
  ['BL-152', 'Water filter', 'Water', 16.6, 22, 'Vela 2, Vela 3'],
].map(([code, name, category, price, stock, fits]) => ({ code, name, category, price, stock, fits }) as Part);

export const ORDERS = [
  ['1004', '2026-08-02', 'Delivered', 118.4, 'BX-5510'],
  ['1005', '2026-08-19', 'Delivered', 24.9, 'BX-5587'],
  ['1006', '2026-09-30', 'Cancelled', 64, ''],
  ['1007', '2026-10-14', 'Shipped', 93.15, 'BX-6120'],
  ['1008', '2026-11-03', 'Processing', 212.7, ''],
  ['1009', '2026-11-12', 'Processing', 37.6, ''],
].map(([number, date, status, total, tracking]) => ({
  number: String(number),
  date: String(date),
  status: String(status),
  total: Number(total),
  tracking: String(tracking),
}));

export function pounds(amount: number): string {
  return `£${amount.toFixed(2)}`;
}

export function newCompany() {
  return {
    log: [] as string[],
    isSignedIn: false,
    basket: new Map<string, number>(),
    orders: ORDERS.map((order) => ({ ...order })),
    tickets: [
      ['T-301', 'Steam wand drips', 'Normal', 'Open', '3 November 2026'],
      ['T-302', 'Invoice shows the wrong address', 'Low', 'Waiting for you', '9 November 2026'],
      ['T-303', 'Grinder is very loud', 'High', 'Open', '12 November 2026'],
      ['T-299', 'Cannot log in', 'Normal', 'Closed', '1 October 2026'],
    ].map(([number = '', subject = '', priority = '', status = '', updated = '']): Ticket => ({
      number,
      subject,
      priority,
      status,
      updated,
      replies: [['Priya Nair', `Thank you for your report about “${subject}”.`]],
    })),
    messages: [
      [
        4,
        'Brewline Orders',
        'Your order 1007 is on its way',
        '14 November 2026',
        'It should reach you on Tuesday.',
        true,
      ],
      [
        3,
        'Priya Nair',
        'A question about your grinder',
        '12 November 2026',
        'Does it rattle when it is empty?',
        true,
      ],
      [
        2,
        'Brewline News',
        'Autumn offers',
        '20 October 2026',
        'All cleaning products are ten percent off.',
        false,
      ],
      [1, 'Accounts', 'Payment received', '2 September 2026', 'We have received £118.40. Thank you.', false],
    ].map(
      ([id, from, subject, date, text, isUnread]) => ({ id, from, subject, date, text, isUnread }) as Message,
    ),
    members: [
      ['Aisha Khan', 'aisha@corner-cafe.example', 'Owner', 'today'],
      ['Ben Moore', 'ben@corner-cafe.example', 'Buyer', 'yesterday'],
      ['Chloe Webb', 'chloe@corner-cafe.example', 'Viewer', '2 weeks ago'],
    ].map(([name = '', email = '', role = '', seen = '']): Member => ({ name, email, role, seen })),
    profile: {
      email: 'aisha@corner-cafe.example',
      phone: '0161 555 0199',
      language: 'English',
      newsletter: true,
      sms: false,
    },
    notices: ['Order 1007 has shipped', 'Ticket T-302 needs your answer', 'New price list from 1 December'],
  };
}

export type Company = ReturnType<typeof newCompany>;
