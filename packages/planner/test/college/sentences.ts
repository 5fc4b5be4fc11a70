/** Sentences as people type them, with SITE for the address. Both lists were written before any rule was read. */
import { nothing, on, type Sentence } from '../sentence.ts';

export const firstSentences: readonly Sentence[] = on(
  '/',
  // To sign in and out.
  ['Sign in to SITE/signin as ida@brandt.example with password Clay&Rye9', 'signed in'],
  [
    'go to SITE/signin, put in ida@brandt.example and Clay&Rye9, tick keep me signed in and continue',
    'signed in for long',
  ],
  [
    'Please log in on SITE/signin with the e-mail ida@brandt.example and the password Clay&Rye9 and tell me my student number',
    'signed in',
    'ST-20418',
  ],
  // The start page.
  ['how much do I owe? SITE', nothing, '£23.50'],
  ['Open SITE and find my next class', nothing, 'Spanish, Wednesday 14:00'],
  ['Go to SITE and dismiss the notice about the car park', 'dismiss The car park is closed on Monday'],
  // Courses.
  ['Add the pottery course to my basket on SITE/courses', 'basket + 1 PO2'],
  ['how much does Bread Baking cost on SITE/courses?', nothing, '£60.00'],
  ['Who teaches Italian Kitchen? Look on SITE/courses', nothing, 'Marco Bassi'],
  ['Show me the cheapest course at SITE/courses', nothing, 'First Aid'],
  [
    'On SITE/courses filter by subject Computing and give me the names of the courses',
    nothing,
    ['Spreadsheets in a Day', 'First Steps in Python'],
  ],
  ['How many beginner courses are there on SITE/courses?', nothing, 8],
  ['Search SITE/courses for spanish and bookmark the first one', 'bookmark SP1'],
  ['Can you put me on the waiting list for Spanish Conversation? SITE/courses', 'wait SP2'],
  [
    'Go to SITE/courses, go to the next page until you see Morning Yoga and add it to the basket',
    'basket + 1 YO1',
  ],
  [
    'sort the courses on SITE/courses by price, highest first, and tell me the name of the second',
    nothing,
    'Pottery at the Wheel',
  ],
  ['Is Spanish Conversation fully booked? SITE/courses', nothing, true],
  ['How many places are left in First Aid at SITE/courses', nothing, '7'],
  ['Open SITE/courses/PH1, pick Evening, two places, and add to basket', 'basket + 2 PH1 Evening'],
  ['What is the group size of SITE/courses/SP1?', nothing, '12'],
  [
    'Open the Dates tab on SITE/courses/PY1 and tell me the date of the second session',
    nothing,
    '18 January 2027',
  ],
  ['What should I bring to the course at SITE/courses/BR1?', nothing, 'A notebook and good shoes.'],
  ['Give SITE/courses/YO1 four stars, write "Very calm" as review and post it', 'review YO1 4 Very calm'],
  // Basket and checkout.
  [
    'Put First Aid in the basket on SITE/courses, open the basket and change the places to 3',
    ['basket + 1 FA1', 'basket FA1 3'],
  ],
  [
    'On SITE/courses add Bread Baking and Italian Kitchen to the basket, then take Bread Baking out of it again',
    ['basket + 1 BR1', 'basket + 1 IT1', 'basket - BR1'],
  ],
  [
    'Add Digital Photography to the basket on SITE/courses, go to the basket, use voucher LEARN15',
    ['basket + 1 PH1', 'voucher LEARN15'],
  ],
  [
    'Check out at SITE/checkout: first name Ida, last name Brandt, email ida@brandt.example, mobile 07700900123, born on 4 March 1990, pay by bank transfer, agree to the booking conditions, place the order and tell me the order number',
    'order first=Ida&last=Brandt&email=ida@brandt.example&phone=07700900123&born=1990-03-04&pay=transfer&agree=yes',
    'A-6620',
  ],
  // Membership.
  ['Switch my membership to Plus on SITE/membership and confirm', 'plan Plus'],
  ['What do I get with Premium? SITE/membership', nothing, 'Everything, and the gym'],
  // Assignments.
  ['When is the Portrait series due? SITE/assignments', nothing, '4 Dec 2026'],
  ['What grade did I get for Sourdough diary on SITE/assignments', nothing, '91'],
  ['Which assignment has the best grade on SITE/assignments?', nothing, 'Sourdough diary'],
  ['How many assignments are marked on SITE/assignments?', nothing, 3],
  [
    'Hand in the portrait series on SITE/assignments with the text "Six portraits", say that it is your own work and submit',
    'hand in a1 Six portraits',
  ],
  ['Ask for more time for Shopping dialogue at SITE/assignments', 'assignment a2 Ask for more time'],
  ['Sort SITE/assignments by due date and tell me which one comes first', nothing, 'Night shots'],
  // Timetable.
  ['What do I have on Thursday at 14:00? SITE/timetable', nothing, 'Spanish'],
  ['Open SITE/timetable, go to next week and tell me what is on Wednesday at 18:30', nothing, 'Python'],
  ['Download the calendar from SITE/timetable', 'download timetable.ics'],
  // Library.
  ['Reserve The Clay Book at SITE/library', 'reserve The Clay Book'],
  ['When do I have to return Seeing Light? SITE/library', nothing, '30 Nov 2026'],
  ['Renew all my loans on SITE/library', ['renew Seeing Light', 'renew Bread and Butter']],
  [
    'Type "clay" into the book search on SITE/library, take The Clay Book and reserve it',
    'reserve The Clay Book',
  ],
  ['Show more books on SITE/library and reserve Python by Night', 'reserve Python by Night'],
  ['Where is Spanish in Use on SITE/library?', nothing, 'Shelf C1'],
  // Rooms.
  [
    'Book the Music room on SITE/rooms for 14 December 2026 from 10:00 until 12:00 for 8 people with piano and microphone',
    'room room=Music room&day=2026-12-14&from=10:00&until=12:00&people=8&piano=yes&microphone=yes',
  ],
  ['Cancel my booking of study room 2 on SITE/rooms and confirm', 'cancel Study room 2'],
  // Fees.
  ['Which invoices are still open at SITE/fees?', nothing, ['R-325', 'R-340']],
  ['Get the receipt for Bread Baking from SITE/fees', 'download R-332.pdf'],
  [
    'Pay the library fine on SITE/fees with card 4000123412341234, name on card Ida Brandt, expiry 05/28',
    'pay invoice=R-325&holder=Ida Brandt&card=4000123412341234&expiry=05/28',
  ],
  // Messages.
  [
    'What does the message from Edith Moss say? SITE/messages',
    nothing,
    'Bring 2 kg of rye flour on Saturday.',
  ],
  ['Flag the message from the library on SITE/messages', 'flag m2'],
  ['Delete "Winter break" in SITE/messages, and confirm', 'delete m4'],
  ['Tick the messages from Carla Ruiz and Edith Moss on SITE/messages and archive them', 'archive m1,m3'],
  [
    'Write a new message to Tom Hale on SITE/messages with subject Saturday and text "Is the course full?" and send it',
    'message Tom Hale Saturday Is the course full?',
  ],
  ['Reply to "Flour list" on SITE/messages: I will bring it', 'reply id=m3&text=I will bring it'],
  // Profile.
  ['Turn text messages on in SITE/profile, under Alerts', 'alert text true'],
  ['Change my mobile to 07700 900555 on SITE/profile and save', 'profile mobile=07700 900555'],
  [
    'Copy the home address to the postal address at SITE/profile and save the details',
    'profile post=12 Garden Row, Leeds',
  ],
  [
    'On SITE/profile open Password, enter Clay&Rye9 as the current password and Oats#2027 in both of the other fields, then change it',
    'password old=Clay&Rye9&new1=Oats#2027&new2=Oats#2027',
  ],
  // Group work, staff, help.
  ['Move Book the hall to Doing on SITE/board', 'move Book the hall Doing'],
  ['What is the extension of Jun Watanabe on SITE/staff?', nothing, '4450'],
  ['Who works in Kitchen 2? SITE/staff', nothing, 'Edith Moss'],
  ['Where can I park? SITE/help', nothing, 'Behind the gym, free after 17:00.'],
  [
    'Fill in the form on SITE/help with name Ida, email ida@brandt.example, topic Fees and question "Can I pay later?" and submit it',
    'help name=Ida&email=ida@brandt.example&topic=Fees&question=Can I pay later?',
  ],
);

export const secondSentences: readonly Sentence[] = on(
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
  [
    'Tell me the price and the tutor of Digital Photography on SITE/courses',
    nothing,
    ['£140.00', 'Rosa Lind'],
  ],
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
);

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
