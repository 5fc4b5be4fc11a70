/** Sentences as people type them, with SITE for the address, written before any rule was read. */
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
  ['Go to SITE and dismiss the notice about the front lift', 'dismiss The front lift is closed on Monday'],
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
  ['Where can I leave my bike? SITE/help', nothing, 'Behind the gym, free after 17:00.'],
  [
    'Fill in the form on SITE/help with name Ida, email ida@brandt.example, topic Fees and question "Can I pay later?" and submit it',
    'help name=Ida&email=ida@brandt.example&topic=Fees&question=Can I pay later?',
  ],
);
