/** Sentences as people type them. They were written without a look at any rule for them. */
import { nothing, on } from '../sentence.ts';

export const firstSentences = [
  ...on(
    '/',
    [
      'sign in as ines.duarte@tamarack.test with password Larch#Needle7 and tell me how many tickets are overdue',
      'signed in',
      3,
    ],
    [
      'log me in please, my email is ines.duarte@tamarack.test and the password is Larch#Needle7. who is on call this week?',
      'signed in',
      'Tobias Renner',
    ],
    [
      'Sign in to Tamarack with ines.duarte@tamarack.test / Larch#Needle7, then go to plan and billing and tell me the amount due',
      'signed in',
      '€312.00',
    ],
    [
      'Use ines.duarte@tamarack.test and Larch#Needle7 to sign in, then add "Call the printer guy" to my to-dos',
      ['signed in', 'todo + Call the printer guy'],
    ],
    ['what are the support hours?', nothing, 'weekdays 7:00–19:00'],
    ['open the notifications and mark them all as read', 'notifications read'],
    ['Go to the releases and tell me the date of 5.3.0', nothing, '17 September 2026'],
  ),
  ...on(
    '/account',
    ['tick off Renew the TLS certificate in my to-dos', 'todo Renew the TLS certificate true'],
    ['put "Water the plants" on my to-do list', 'todo + Water the plants'],
    ['dismiss the maintenance announcement', 'dismiss Maintenance'],
  ),
  ...on(
    '/tickets',
    [
      'filter by status Blocked and tell me the title of the ticket',
      'status Blocked',
      'Slow search on large projects',
    ],
    ['find the ticket about umlauts and tell me who it is assigned to', nothing, 'Tobias Renner'],
    [
      'sort by most votes first and give me the number of the first ticket',
      'sort Most votes first',
      'TAM-407',
    ],
    ['go to the next page and star TAM-412', 'star TAM-412'],
    [
      'Keep going to the next page until TAM-423 shows up, then open its menu and choose Assign to me',
      'assign TAM-423 to me',
    ],
    ['delete TAM-405 and confirm it', 'delete TAM-405'],
    ['selcet TAM-398, TAM-401 and TAM-407 and close them', 'close TAM-398, TAM-401, TAM-407'],
    ['turn on "Assigned to me" and tell me how many tickets are left', 'mine true', 2],
    ['is TAM-407 critical?', nothing, true],
    ['show 12 rows per page and tell me the title of the last ticket', nothing, 'Mobile menu covers buttons'],
    [
      'Show only the high and critical priority tickets. How many are there?',
      ['priority High true', 'priority Critical true'],
      5,
    ],
    ['Sort newest first, then archive the second ticket', ['sort Newest first', 'archive TAM-420']],
  ),
  ...on(
    '/ticket',
    ['add a comment saying "Reproduced on staging"', 'comment Reproduced on staging'],
    [
      'set the priority to critical and the due date to 18 December 2026',
      ['priority Critical', 'due 2026-12-18'],
    ],
    ['asign this ticket to Hugo Lindqvist', 'assignee Hugo Lindqvist'],
    ['Could you remove the mobile label', 'label - mobile'],
    ['watch this ticket and vote for it', ['watch', 'vote']],
    ["like Tobias's comment", 'like Tobias Renner'],
    ['delete the comment of Ines Duarte and confirm', 'delete comment of Ines Duarte'],
    ['how big is the attachment server.log?', nothing, '2.4 MB'],
    ['tick all the subtasks', ['subtask Raise the proxy limit true', 'subtask Show a progress bar true']],
    ['chnage the status to in review pls', 'status In review'],
    [
      'In the work log, log 2h 30m on 03/12/2026 with the note "Raised the limit"',
      'log 2h 30m; 03/12/2026; Raised the limit',
    ],
    ['move this ticket to the project Beacon', 'move to Beacon'],
  ),
  ...on(
    '/report',
    [
      'Fill in the form with title Printer icon missing, project Atlas and description "There is no printer icon in the toolbar", choose Idea and create the ticket. What is the ticket number?',
      'report title=Printer icon missing&type=Idea&project=Atlas&description=There is no printer icon in the toolbar',
      'TAM-431',
    ],
    [
      'report a bug called "Logo is blurry" in the project Beacon Mobile, it happens sometimes, first seen on 20 November 2026, tick that it stops me from working and create the ticket',
      'report title=Logo is blurry&type=Bug&project=Beacon Mobile&often=Sometimes&seen=2026-11-20&urgent=yes',
    ],
  ),
  ...on(
    '/board',
    ['drag Rotate API keys to Doing', 'move Rotate API keys to Doing'],
    [
      'Move Fix flaky upload test to Review and add the card "Write release notes" to To do',
      ['move Fix flaky upload test to Review', 'card To do: Write release notes'],
    ],
    ['how many cards are in the Review colum?', nothing, 2],
    ['clear the Done column and confirm', 'clear Done'],
    ['open the card Dark theme for mails, set its points to 8 and save it', 'points Dark theme for mails 8'],
    ['who owns the card Upgrade to Node 24', nothing, 'Hugo Lindqvist'],
    ['Which card has the most points?', nothing, 'Migrate billing tables'],
  ),
  ...on(
    '/sprint',
    [
      'set the start date to 4 January 2027 and the end date to 15 January 2027 and save the sprint',
      'sprint Sprint 32; 2027-01-04; 2027-01-15; 40',
    ],
    [
      'Pick 17 December 2026 as the demo day, slide the capacity to 65 and save the sprint',
      'sprint Sprint 32; 2026-12-07; 2026-12-18; 17 December 2026; 65',
    ],
    [
      'tick Two-factor login and Bulk edit and add them to the sprint',
      'into sprint Two-factor login, Bulk edit',
    ],
    [
      'drag "Import from Trello" onto "Audit log for admins"',
      'rank Import from Trello before Audit log for admins',
    ],
  ),
  ...on(
    '/time',
    [
      'enter 6 for Atlas on Tuesday and 2 on Friday, then submit the week',
      ['hours Atlas Tue 6', 'hours Atlas Fri 2', 'submit week 49'],
    ],
    [
      'put 8 in each field of the Support row',
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((day) => `hours Support ${day} 8`),
    ],
    ['go to the previous week. how many hours are in its week total?', nothing, 38],
  ),
  ...on(
    '/releases',
    ['sort the releases by tickets, most first, and tell me the version at the top', nothing, '5.2.0'],
    ['roll back 5.3.1 with the reason "Memory leak" and confirm', 'roll back 5.3.1: Memory leak'],
    ['is 5.4.0 released yet?', nothing, false],
    ['expand 5.3.0 and tell me how many bugs were fixed', nothing, 12],
    ['list all the versions that are still drafts', nothing, ['5.4.0', '5.5.0']],
    ['Copy the build of 5.3.1 into Compare with and compare', 'compare 9c41e07'],
    ['who was the manager of the oldest release?', nothing, 'Marta Kowalczyk'],
  ),
  ...on(
    '/people',
    ["what's marta's e-mail address?", nothing, 'marta.kowalczyk@tamarack.test'],
    ['follow Priya Nair and Tobias Renner', ['follow Priya Nair', 'follow Tobias Renner']],
    ['send Priya a message saying "Can you review TAM-412?"', 'message Priya Nair: Can you review TAM-412?'],
    [
      'choose the team Support and list the names of the people in it',
      'team Support',
      ['Marta Kowalczyk', 'Hugo Martens'],
    ],
  ),
  ...on(
    '/help',
    [
      'open the question "Who may publish a release?" and read me the answer',
      nothing,
      'Only release managers and owners.',
    ],
    [
      'scroll to the glossary and tell me what an epic is',
      nothing,
      'A large piece of work that spans several sprints',
    ],
    ['give this article 4 stars and say that it was helpful', ['rate 4', 'helpful yes']],
    [
      'contact them about billing with the question "Where is my invoice?", get a copy sent to me too',
      'contact; Billing; Where is my invoice?; copy',
    ],
  ),
  ...on(
    '/profile',
    [
      'change my job title to Staff Engineer and my time zone to Europe/Lisbon and save',
      'profile Ines; Duarte; Staff Engineer; Europe/Lisbon',
    ],
    [
      'Turn off mentions by e-mail and turn on desktop alerts',
      ['Mentions by e-mail false', 'Desktop alerts true'],
    ],
    ['use the dark theme please', 'theme Dark'],
    ['set the text size to 18 and apply it', 'text size 18, volume 50'],
    ['sign out the session on the ipad', 'end session Safari on iPad'],
    [
      'Change my password: Larch#Needle7 is the current one, put Cedar!Cone88 in both new password fields and change it',
      'password Larch#Needle7 > Cedar!Cone88',
    ],
    ['create an API token called ci-bot and tell me the new token', 'token ci-bot', 'tmk_49f1c7'],
    ['set the quiet hours from 21:30 to 7:15 and save them', 'quiet 21:30-07:15'],
  ),
  ...on(
    '/billing',
    [
      'switch to the Business plan, billed yearly, with 15 seats, and update the plan',
      'plan Business yearly 15',
    ],
    ['which plan is the cheapest?', nothing, 'Starter'],
    ['downlaod the invoice for September 2026', 'invoice INV-2144'],
    ['apply the coupon PINE20 and tell me the new amount due', 'coupon PINE20', '€249.60'],
    [
      "cancel the subscription, the reason is that it's too expensive, and confirm",
      'subscription cancelled; Too expensive',
    ],
    [
      'add kim@tamarack.test to the billing contacts and remove old.books@tamarack.test',
      ['contact + kim@tamarack.test', 'contact - old.books@tamarack.test'],
    ],
  ),
];

/** Of the desk: what it does where it is open. The closed desk refuses each. */
export const deskTasks: readonly (readonly [task: string, done: readonly string[]])[] = [
  ['request access to the repository atlas-core', ['access repository=atlas-core']],
  ['book the room Spruce', ['room room=Spruce']],
  ['set my mail alias to ines and save it', ['alias ines']],
  ['Redeem the training voucher LEARN-26', ['voucher LEARN-26']],
  ['change my desk phone to 2290 and update the number', ['phone 2290']],
  ['export all tickets', ['export']],
  ['please reset my vpn', ['vpn']],
  ['can you order a second monitor for me?', ['monitor']],
  ['I need a new badge, order one', ['badge']],
  ['switch on on-call duty', ['on call']],
  ['join the beta programme', ['beta true']],
  ['Set the default keyboard to Swedish', ['keyboard Swedish']],
  ['call a technician', ['technician']],
  ['borrow a laptop for 3 days', ['laptop 3']],
  ['back up my machine', ['backup']],
  ['join the channel #incidents', ['join #incidents']],
  ['add coffee beans to the shopping list', ['kitchen coffee beans']],
  ['who is my buddy?', []],
  ['open the IT guidelines', []],
  ['register Lena Vogt as a guest', ['guest guest=Lena Vogt']],
];
