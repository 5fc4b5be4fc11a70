/** Further sentences, written together with the first ones and tried after those were mended. */
import { nothing, on, type Sentence } from '../sentence.ts';

export const secondSentences: readonly Sentence[] = [
  {
    page: '/',
    task: 'Tell me the price and the tutor of Digital Photography on SITE/courses',
    done: nothing,
    answers: ['£140.00', 'Rosa Lind'],
  },
  ...on(
    '/',
    // To sign in and out.
    ['Log into SITE/signin using ida@brandt.example / Clay&Rye9', 'signed in'],
    [
      'Sign in at SITE/signin: email ida@brandt.example, password Clay&Rye9. Then open the menu Ida Brandt and choose Sign out.',
      ['signed in', 'signed out'],
    ],
    ['How many books do I have on loan? SITE', nothing, 2],
    ['get my student number from SITE', nothing, 'ST-20418'],
    ['Dismiss the second notice on SITE', 'dismiss New pottery wheels have arrived'],
    ['When is the exhibition? SITE', nothing, '12 December'],
    ['What is the phone number of the college? SITE', nothing, '0113 496 0700'],
    ['subscribe to the newsletter on SITE with ida@brandt.example', 'newsletter email=ida@brandt.example'],
    // Courses.
    ['Go to SITE/courses and buy a place in Bread Baking: put it in the basket', 'basket + 1 BR1'],
    ['Which day is Spanish for Beginners on? SITE/courses', nothing, 'Wednesdays'],
    ['List all art courses at SITE/courses', nothing, ['Digital Photography', 'Pottery at the Wheel']],
    ['Find the most expensive course on SITE/courses and tell me its tutor', nothing, 'Jun Watanabe'],
    ['Bookmark Italian Kitchen and Bread Baking on SITE/courses', ['bookmark IT1', 'bookmark BR1']],
    ['How many courses does SITE/courses have in Cooking?', nothing, 2],
    ['On page 2 of SITE/courses, what is the first course?', nothing, 'Italian Kitchen'],
    ['add the cheapest health course to the basket at SITE/courses', 'basket + 1 FA1'],
    ['Search for python on SITE/courses and open it. How long is it?', nothing, '8 weeks'],
    ['choose 3 places on SITE/courses/IT1 and put them into the basket', 'basket + 3 IT1'],
    [
      'Can I cancel SITE/courses/PO2 for free? Open Cancellation and read it to me',
      nothing,
      'Free until 14 days before the start.',
    ],
    ['In which room is the third session of SITE/courses/SP1?', nothing, 'Lab 5'],
    ['What is the average rating of SITE/courses/IT1?', nothing, '4.6 out of 5'],
    ['Rate SITE/courses/BR1 with 5 stars and post the review', 'review BR1 5 '],
    // Basket and checkout.
    [
      'Add Morning Yoga and First Aid to the basket on SITE/courses and tell me the total in the basket',
      ['basket + 1 YO1', 'basket + 1 FA1'],
      '£125.00',
    ],
    [
      'Add First Aid to the cart at SITE/courses, then go to the cart and remove it',
      ['basket + 1 FA1', 'basket - FA1'],
    ],
    [
      'Order on SITE/checkout for Ida Brandt (first name Ida), ida@brandt.example, with debit card. Accept the conditions.',
      'order first=Ida&last=Brandt&email=ida@brandt.example&pay=card&agree=yes',
    ],
    [
      'Fill out SITE/checkout: Ida in first name, Brandt in last name, date of birth 04/03/1990, three instalments, tick the conditions and order',
      'order first=Ida&last=Brandt&born=1990-03-04&pay=instalments&agree=yes',
    ],
    // Membership.
    ['Upgrade to Premium at SITE/membership, then confirm it', 'plan Premium'],
    ['What does the Plus plan cost? SITE/membership', nothing, '£9 a month'],
    ['what plan am I on? see SITE/membership', nothing, 'Basic'],
    // Assignments.
    ['What is the status of My home town on SITE/assignments?', nothing, 'Marked'],
    [
      'list the titles of the assignments for Spanish for Beginners on SITE/assignments',
      nothing,
      ['Shopping dialogue', 'My home town'],
    ],
    ['Withdraw Night shots on SITE/assignments and confirm', 'assignment a5 Withdraw'],
    [
      'Open the menu in the row of My home town on SITE/assignments and choose Show feedback',
      'assignment a3 Show feedback',
    ],
    [
      'Sort the table on SITE/assignments by grade, descending, and read me the title of the first row',
      nothing,
      'Sourdough diary',
    ],
    ['Which assignment is still open? SITE/assignments', nothing, 'Portrait series'],
    [
      'Who has assignments due in December on SITE/assignments? No: just tell me how many assignments there are',
      nothing,
      5,
    ],
    // Timetable.
    ['When is pottery this week? SITE/timetable', nothing, 'Tuesday'],
    ['Which week does SITE/timetable show after you click next week?', nothing, 'Week 49'],
    // Library.
    ['Is Bread and Butter available? SITE/library', nothing, false],
    ['Renew Bread and Butter at SITE/library please', 'renew Bread and Butter'],
    ['Who wrote Seeing Light? SITE/library', nothing, 'M. Osei'],
    ['reserve both Spanish books on SITE/library', ['reserve Spanish in Use', 'reserve Spanish Stories']],
    [
      'Reserve Python by Night and Sheets and Charts on SITE/library',
      ['reserve Python by Night', 'reserve Sheets and Charts'],
    ],
    ['how high are my fines at SITE/library', nothing, '£3.50'],
    // Rooms.
    [
      'On SITE/rooms, choose Large hall, set the day to 20/01/2027, from 18:00, until 20:30, slide the people to 25, select projector and whiteboard, and book the room. What is the booking code?',
      'room room=Large hall&day=2027-01-20&from=18:00&until=20:30&people=25&projector=yes&whiteboard=yes',
      'RM-77',
    ],
    ['Cancel the first booking under My bookings at SITE/rooms and confirm', 'cancel Music room'],
    ['when is my music room booked? SITE/rooms', nothing, '2 December 2026, 17:00'],
    // Fees.
    ['How much is the locker deposit? SITE/fees', nothing, '£20.00'],
    ['Go to the Paid tab on SITE/fees and tell me how many invoices are there', nothing, 3],
    ['Download the receipt of invoice R-311 on SITE/fees', 'download R-311.pdf'],
    ['What was the highest invoice on SITE/fees?', nothing, 'R-311'],
    // Messages.
    [
      'Open the message "Your reservation" on SITE/messages and tell me what it says',
      nothing,
      'Seeing Light is ready at the front desk.',
    ],
    ['how many unread messages have I got on SITE/messages?', nothing, 3],
    [
      'Answer the message from Carla Ruiz on SITE/messages with "I have read them"',
      'reply id=m1&text=I have read them',
    ],
    ['Delete the message from the student office on SITE/messages and say yes', 'delete m4'],
    [
      'New message on SITE/messages: to Priya Nair, subject Yoga mat, message "Do you have one for me?", send',
      'message Priya Nair Yoga mat Do you have one for me?',
    ],
    ['Select all messages on SITE/messages and archive them', 'archive m1,m2,m3,m4'],
    // Profile.
    ['Turn off email alerts on SITE/profile', 'alert mail false'],
    ['Go to SITE/profile, Alerts, and set How often to Weekly', 'often Weekly'],
    [
      'Set my preferred language to Welsh at SITE/profile, write "I bake." about me and save the details',
      'profile language=Welsh&bio=I bake.',
    ],
    // Group work, staff, help.
    ['Drag Choose pictures into the column Finished on SITE/board', 'move Choose pictures Finished'],
    ['Add a new task "Buy frames" on SITE/board', 'task Buy frames'],
    ['Show only the Health staff on SITE/staff and list their names', nothing, ['Priya Nair', 'Tom Hale']],
    ["What's Carla Ruiz's email? SITE/staff", nothing, 'carla.ruiz@ashdown.example'],
    [
      'Expand "Can I change my course?" on SITE/help and tell me the answer',
      nothing,
      'Yes, until the second session.',
    ],
    ['Open the campus map on SITE/help and tell me the bus line', nothing, '28'],
    [
      'Send a question through SITE/help: name Ida, e-mail ida@brandt.example, question "Is there a creche?", call me back please. Tell me the ticket number',
      'help name=Ida&email=ida@brandt.example&topic=Courses&question=Is there a creche?&call=yes',
      'H-450',
    ],
    ['Whats the addres of the college? SITE', nothing, '7 Mill Lane'],
  ),
];

/** What the college does not do, or does not say. */
export const traps: readonly string[] = [
  'Add the course that suits me best to the basket on SITE/courses',
  'Add Glass Blowing to the basket on SITE/courses',
  'Add Spanish Conversation to the basket on SITE/courses',
  'Reserve Seeing Light on SITE/library',
  'Book the Red room on SITE/rooms for 3 January 2027',
  'Write a friendly answer to Carla Ruiz on SITE/messages',
  'Delete the message from Tom Hale on SITE/messages and confirm',
  'Sign in at SITE/signin as ida@brandt.example with password wrong-one',
  'Hand in My home town on SITE/assignments with the text "Again"',
  'Switch my membership to Gold on SITE/membership',
];
