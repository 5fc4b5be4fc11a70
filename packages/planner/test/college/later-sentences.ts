import { nothing, on, type Sentence } from '../sentence.ts';

function several(...sentences: [task: string, ...answers: string[]][]) {
  return sentences.map(([task, ...answers]): Sentence => ({ page: '/', task, done: nothing, answers }));
}

/** Written after the first two lists were mended, and tried once before anything was changed for it. */
export const thirdSentences: readonly Sentence[] = [
  ...several(
    ['Open SITE/courses/FA1 and tell me the tutor and the length', 'Tom Hale', '8 weeks'],
    [
      'Tell me the status and the due date of Shopping dialogue on SITE/assignments',
      'Handed in',
      '30 Nov 2026',
    ],
  ),
  ...on(
    '/',
    [
      'Sign in on SITE/signin. E-mail ida@brandt.example, password Clay&Rye9, keep me signed in',
      'signed in for long',
    ],
    ['what is the amount due on SITE', nothing, '£23.50'],
    ['Dismiss the exhibition notice at SITE', 'dismiss Exhibition on 12 December'],
    ['Which level is Pottery at the Wheel? SITE/courses', nothing, 'Intermediate'],
    ['please add Digital Photography to my cart on SITE/courses', 'basket + 1 PH1'],
    ['bookmark the Pottery at the Wheel course at SITE/courses', 'bookmark PO2'],
    [
      'go to SITE/courses, choose Health in Subject, apply, and add the first course to the basket',
      'basket + 1 YO1',
    ],
    [
      'Sort SITE/courses by name and tell me the first three course names',
      nothing,
      ['Bread Baking', 'Digital Photography', 'First Aid'],
    ],
    ['What is the price of the most expensive course? SITE/courses', nothing, '£210.00'],
    ['Is there a course about bread on SITE/courses?', nothing, true],
    ['On SITE/courses/SP1 switch to Dates. Which room is session 3 in?', nothing, 'Lab 5'],
    [
      'Open What to bring on SITE/courses/PO2 and tell me what it says',
      nothing,
      'A notebook and good shoes.',
    ],
    ['Post a review on SITE/courses/IT1: 3 stars, "Too salty"', 'review IT1 3 Too salty'],
    ['Increase the places to 4 on SITE/courses/YO1 and add it to the basket', 'basket + 4 YO1'],
    [
      'Put Bread Baking in the basket on SITE/courses, then remove it from the basket',
      ['basket + 1 BR1', 'basket - BR1'],
    ],
    [
      'Add First Aid to the basket at SITE/courses. Apply the voucher LEARN15 in the basket.',
      ['basket + 1 FA1', 'voucher LEARN15'],
    ],
    ['choose the Plus plan on SITE/membership and confirm', 'plan Plus'],
    ['Which plan costs £19 a month on SITE/membership?', nothing, 'Premium'],
    ['how many assignments for Bread Baking are on SITE/assignments', nothing, 1],
    ['What was my lowest grade on SITE/assignments?', nothing, '67'],
    ['Show feedback for Night shots on SITE/assignments', 'assignment a5 Show feedback'],
    ['Click Next week on SITE/timetable and tell me which week it is', nothing, 'Week 49'],
    ['What is on Monday at 18:30 at SITE/timetable?', nothing, 'Python'],
    ['On which shelf is The Clay Book? SITE/library', nothing, 'Shelf A4'],
    ['Renew Seeing Light on SITE/library', 'renew Seeing Light'],
    ['Search for python in the library SITE/library and reserve the book', 'reserve Python by Night'],
    [
      'Book study room 1 at SITE/rooms on 5 January 2027, 9:00 to 11:00, whiteboard',
      'room room=Study room 1&day=2027-01-05&from=09:00&until=11:00&people=5&whiteboard=yes',
    ],
    ['Cancel the Music room booking on SITE/rooms, yes cancel it', 'cancel Music room'],
    ['Which invoice is for the library fine? SITE/fees', nothing, 'R-325'],
    ['Open the tab Open at SITE/fees and list the amounts', nothing, ['£3.50', '£20.00']],
    [
      'Pay invoice R-340 at SITE/fees: name on card Ida Brandt, card number 4000123412341234, expiry date 05/28. Give me the reference.',
      'pay invoice=R-340&holder=Ida Brandt&card=4000123412341234&expiry=05/28',
      'P-8102',
    ],
    ['When did Edith Moss write to me? SITE/messages', nothing, '19 Nov'],
    ['delete the message about the winter break from SITE/messages and confirm', 'delete m4'],
    ['Flag the first and the third message on SITE/messages', ['flag m1', 'flag m3']],
    ['Turn on late homework warnings on SITE/profile', 'alert late true'],
    ['Change my full name to Ida Holm at SITE/profile and save details', 'profile name=Ida Holm'],
    ['Drag Print posters onto Doing at SITE/board', 'move Print posters Doing'],
    ['Give me the names of everyone in Computing on SITE/staff', nothing, ['Jun Watanabe']],
    ['What is the room of Priya Nair on SITE/staff', nothing, 'Gym'],
    ['How do I get a library card? SITE/help', nothing, 'Bring a photo to the front desk.'],
    [
      'Write to us at SITE/help as Ida, ida@brandt.example, topic Something else: "Where is the piano?" and submit',
      'help name=Ida&email=ida@brandt.example&topic=Something else&question=Where is the piano?',
    ],
    ['Sighn up for the newsletter on SITE with ida@brandt.example', 'newsletter email=ida@brandt.example'],
  ),
];
