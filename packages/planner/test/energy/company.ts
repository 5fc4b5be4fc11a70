/** What an energy supplier knows of one business customer. */
export interface Product {
  code: string;
  name: string;
  kind: string;
  price: number;
  stock: number;
  power: string;
}

export const PRODUCTS: readonly Product[] = (
  [
    ['SP-10', 'Smart plug', 'Plugs', 14.5, 30, '16 A'],
    ['SP-12', 'Outdoor plug', 'Plugs', 19.9, 12, '13 A'],
    ['TH-20', 'Room thermostat', 'Heating', 89, 4, '2 AA batteries'],
    ['TH-25', 'Radiator valve', 'Heating', 42, 0, '1 CR2 battery'],
    ['LB-01', 'LED bulb', 'Lighting', 5.25, 200, '8 W'],
    ['LB-05', 'LED panel', 'Lighting', 31, 16, '36 W'],
    ['LB-09', 'Motion sensor', 'Lighting', 17.75, 9, '3 W'],
    ['CH-40', 'Wallbox cable', 'Charging', 64, 3, '22 kW'],
    ['CH-41', 'Wallbox holder', 'Charging', 22.4, 7, 'none'],
    ['ME-07', 'Energy monitor', 'Metering', 55.6, 11, '5 V'],
  ] as const
).map(([code, name, kind, price, stock, power]) => ({ code, name, kind, price, stock, power }));

export const BILLS = (
  [
    ['B-2610', 'October 2026', 412.8, 'Due', '30/11/2026'],
    ['B-2609', 'September 2026', 388.15, 'Overdue', '31/10/2026'],
    ['B-2608', 'August 2026', 301.4, 'Paid', '30/09/2026'],
    ['B-2607', 'July 2026', 295.05, 'Paid', '31/08/2026'],
    ['B-2606', 'June 2026', 310, 'Paid', '31/07/2026'],
    ['B-2605', 'May 2026', 342.6, 'Paid', '30/06/2026'],
    ['B-2604', 'April 2026', 377.9, 'Paid', '31/05/2026'],
    ['B-2603', 'March 2026', 455.25, 'Paid', '30/04/2026'],
    ['B-2602', 'February 2026', 502.1, 'Paid', '31/03/2026'],
    ['B-2601', 'January 2026', 540.75, 'Paid', '28/02/2026'],
  ] as const
).map(([number, month, amount, status, due]) => ({ number, month, amount, status, due }));

export const METERS = [
  ['E-4471', 'Electricity', 'Workshop', '18250', '1 October 2026'],
  ['E-4472', 'Electricity', 'Office', '9120', '3 October 2026'],
  ['G-2093', 'Gas', 'Workshop', '5410', '28 September 2026'],
] as const;

export const TARIFFS = ['Business Basic', 'Green Fix', 'Night Saver'] as const;

export const STREETS = [
  'Harbour Street, Leeds',
  'Harbour View, Hull',
  'Harrow Lane, York',
  'Mill Road, Leeds',
];

export function pounds(amount: number): string {
  return `£${amount.toFixed(2)}`;
}

export function newCompany() {
  return {
    log: [] as string[],
    isSignedIn: false,
    cart: new Map<string, number>(),
    tickets: [
      ['8805', 'Move to a new office', 'Open', 'Dana Fox', '20 Nov'],
      ['8801', 'Meter display is blank', 'Open', 'Ivan Petrov', '14 Nov'],
      ['8797', 'Wrong name on bill', 'Answered', 'Dana Fox', '2 Nov'],
      ['8790', 'Power cut on Friday', 'Closed', 'Lucy Hale', '18 Oct'],
    ].map(([number = '', subject = '', status = '', agent = '', when = '']) => ({
      number,
      subject,
      status,
      agent,
      when,
    })),
    messages: [
      ['41', 'Dana Fox', 'Your new meter', 'Our fitter can come on Thursday at 9:30.', true],
      ['38', 'Billing', 'September bill is overdue', 'Please pay B-2609 within seven days.', true],
      ['35', 'Brightgrid News', 'Winter tips', 'Bleed your radiators before it gets cold.', false],
      ['30', 'Lucy Hale', 'Power cut on 16 October', 'The cable was repaired at 14:20.', false],
    ].map(([id, from, subject, text, isUnread]) => ({ id, from, subject, text, isUnread })),
    team: [
      ['Nina Hill', 'nina@fernbakery.example', 'Admin'],
      ['Omar Diaz', 'omar@fernbakery.example', 'Billing'],
      ['Ruth Cole', 'ruth@fernbakery.example', 'Reader'],
    ].map(([name = '', email = '', role = '']) => ({ name, email, role })),
  };
}

export type Company = ReturnType<typeof newCompany>;
