/** What an evening college knows of one of its students. */
export const COURSES = (
  [
    ['PH1', 'Digital Photography', 'Art', 'Beginner', 'Rosa Lind', 140, 'Monday', 4],
    ['PO2', 'Pottery at the Wheel', 'Art', 'Intermediate', 'Ben Achebe', 185, 'Tuesday', 2],
    ['SP1', 'Spanish for Beginners', 'Languages', 'Beginner', 'Carla Ruiz', 120, 'Wednesday', 9],
    ['SP2', 'Spanish Conversation', 'Languages', 'Advanced', 'Carla Ruiz', 135, 'Thursday', 0],
    ['IT1', 'Italian Kitchen', 'Cooking', 'Beginner', 'Marco Bassi', 95, 'Friday', 6],
    ['BR1', 'Bread Baking', 'Cooking', 'Beginner', 'Edith Moss', 60, 'Saturday', 3],
    ['EX1', 'Spreadsheets in a Day', 'Computing', 'Beginner', 'Jun Watanabe', 75, 'Saturday', 12],
    ['PY1', 'First Steps in Python', 'Computing', 'Beginner', 'Jun Watanabe', 210, 'Monday', 5],
    ['YO1', 'Morning Yoga', 'Health', 'Beginner', 'Priya Nair', 80, 'Friday', 8],
    ['FA1', 'First Aid', 'Health', 'Beginner', 'Tom Hale', 45, 'Sunday', 7],
  ] as const
).map(([code, name, subject, level, tutor, price, day, places]) => ({
  code,
  name,
  subject,
  level,
  tutor,
  price,
  day,
  places,
}));

export const INVOICES = [
  ['R-311', 'Digital Photography', '£140.00', '3 Sep 2026', 'Paid'],
  ['R-318', 'Spanish for Beginners', '£120.00', '10 Sep 2026', 'Paid'],
  ['R-325', 'Library fine', '£3.50', '2 Oct 2026', 'Open'],
  ['R-332', 'Bread Baking', '£60.00', '12 Oct 2026', 'Paid'],
  ['R-340', 'Locker deposit', '£20.00', '1 Nov 2026', 'Open'],
] as const;

export const BOOKS = [
  ['The Clay Book', 'H. Porter', 'Shelf A4', 'available'],
  ['Seeing Light', 'M. Osei', 'Shelf A7', 'on loan'],
  ['Spanish in Use', 'L. Vega', 'Shelf C1', 'available'],
  ['Spanish Stories', 'L. Vega', 'Shelf C2', 'available'],
  ['Bread and Butter', 'E. Moss', 'Shelf F3', 'on loan'],
  ['Python by Night', 'A. Krall', 'Shelf K9', 'available'],
  ['Sheets and Charts', 'A. Krall', 'Shelf K2', 'available'],
] as const;

export const STAFF = [
  ['Rosa Lind', 'Art', 'B12', '4410', 'rosa.lind@ashdown.example'],
  ['Ben Achebe', 'Art', 'Studio 2', '4412', 'ben.achebe@ashdown.example'],
  ['Carla Ruiz', 'Languages', 'C30', '4420', 'carla.ruiz@ashdown.example'],
  ['Marco Bassi', 'Cooking', 'Kitchen 1', '4431', 'marco.bassi@ashdown.example'],
  ['Edith Moss', 'Cooking', 'Kitchen 2', '4432', 'edith.moss@ashdown.example'],
  ['Jun Watanabe', 'Computing', 'Lab 5', '4450', 'jun.watanabe@ashdown.example'],
  ['Priya Nair', 'Health', 'Gym', '4461', 'priya.nair@ashdown.example'],
  ['Tom Hale', 'Health', 'Gym', '4462', 'tom.hale@ashdown.example'],
] as const;

export function pounds(amount: number): string {
  return `£${amount.toFixed(2)}`;
}

export function newStudent() {
  return {
    log: [] as string[],
    isSignedIn: false,
    basket: new Map<string, number>(),
    profile: new Map([
      ['name', 'Ida Brandt'],
      ['mobile', '07700 900123'],
      ['home', '12 Garden Row, Leeds'],
      ['post', ''],
      ['language', 'English'],
      ['bio', ''],
    ]),
    messages: [
      ['m1', 'Carla Ruiz', 'Homework for week 5', 'Please read pages 40 to 48.', '24 Nov', true],
      ['m2', 'Library', 'Your reservation', 'Seeing Light is ready at the front desk.', '22 Nov', true],
      ['m3', 'Edith Moss', 'Flour list', 'Bring 2 kg of rye flour on Saturday.', '19 Nov', true],
      ['m4', 'Student office', 'Winter break', 'We are closed from 21 December.', '15 Nov', false],
    ].map(([id, from, subject, text, when, isUnread]) => ({
      id: String(id),
      from,
      subject,
      text,
      when,
      isUnread,
    })),
    assignments: [
      ['a1', 'Portrait series', 'Digital Photography', '4 Dec 2026', 'Open', '–'],
      ['a2', 'Shopping dialogue', 'Spanish for Beginners', '30 Nov 2026', 'Handed in', '–'],
      ['a3', 'My home town', 'Spanish for Beginners', '9 Nov 2026', 'Marked', '82'],
      ['a4', 'Sourdough diary', 'Bread Baking', '16 Nov 2026', 'Marked', '91'],
      ['a5', 'Night shots', 'Digital Photography', '2 Nov 2026', 'Marked', '67'],
    ].map(([id = '', title = '', course = '', due = '', status = '', grade = '']) => ({
      id,
      title,
      course,
      due,
      status,
      grade,
    })),
  };
}

export type Student = ReturnType<typeof newStudent>;
