/** Cuts a table of words at its bars. */
export function words(table: string): string[] {
  return table.split(/\s*\|\s*/u);
}

/** Synonyms by what they ask for; spaces match any run of white space. */
export const VERBS = {
  open: words(`open | open up | go to | goto | go over to | visit | navigate to | browse to | head to |
    head over to | call up | load | launch | start at | start on | bring up | go on | go back to | return to`),
  click: words(`click | click on | press | press on | tap | tap on | hit | push | follow | activate`),
  doubleclick: words(`double click | double-click | double click on | double-click on | doubleclick`),
  hover: words(`hover over | hover on | hover | move the mouse over | move the pointer over | point at |
    mouse over`),
  fill: words(`fill | fill in | fill out | complete | populate`),
  type: words(`type | type in | enter | put | write | input | insert | key in | paste | provide |
    specify | fill in | fill`),
  set: words(`set | change | update | adjust | make`),
  clear: words(`clear | clear out | empty | erase`),
  choose: words(`select | choose | pick | opt for | take`),
  download: words(`download`),
  check: words(
    `check | tick | tick off | check off | cross off | cross out | strike off | enable | turn on | switch on | toggle on | mark | accept | agree to`,
  ),
  uncheck: words(`uncheck | untick | un-check | un-tick | deselect | disable | turn off | switch off |
    toggle off | unmark`),
  login: words(`log in | login | log on | sign in | signin | log into | sign into | authenticate |
    sign me in | log me in | log me into | sign me into`),
  search: words(`search for | search | look up | look for | do a search for | run a search for |
    perform a search for`),
  scroll: words(`scroll`),
  wait: words(`wait | pause`),
  screenshot: words(`take | capture | grab | make | save`),
  verify: words(`verify | check | make sure | ensure | confirm | assert | see to it`),
  read: words(`read | read out | read me | know | see | report | report back | extract | tell me | tell us | get |
    get me | give me | show me | return | fetch | grab | note | note down | collect |
    find out | let me know | print | output | list | copy | scrape | retrieve`),
  /** Read only when what follows is plainly something to read. */
  lookup: words(`find | check | look at | see | look up`),
};

/** Verbs whose whole phrase is usually what the button says. */
export const COMMANDS =
  words(`check out | checkout | proceed | continue | place | log in | login | sign in | log out |
  logout | log off | sign out | sign up | register | accept | agree | reject | decline |
  dismiss | close | save | subscribe | unsubscribe | send | confirm | cancel | apply |
  delete | remove | reset | buy now | pay now | load more | show more | like | unlike | star |
  unstar | favourite | favorite | follow | unfollow | archive | approve | publish | pin |
  unpin | mute | unmute | edit | rename | hide | reply to | assign | resend | undo |
  redo | create | cancel | renew | activate | deactivate | restore | duplicate | join | leave |
  enrol | enroll | register for | apply for | borrow | nominate | endorse | redeem | reactivate |
  deploy | detach | upgrade | downgrade | rebook | reassign |
  request | share | update | bookmark | upvote | downvote | vote for | play | stop | start | pause |
  submit | watch | unwatch | destroy | wipe | purge | ask for | unshare | waive | rerun | adopt | hand in`);

/** The same, of words that are nouns too: they begin a clause only before what shows that they are verbs. */
export const NOUN_COMMANDS =
  words(`void | withdraw | pay | pay for | print | post | release | suspend | resume | reopen | escalate |
  forward | invite | block | unblock | lock | unlock | promote | demote | merge | schedule | reschedule |
  return | refund | ship | dispatch | flag | unflag | transfer | generate | export | import | sync |
  connect | disconnect | test | clone | extend | complete | finish | reply | unpublish | revoke |
  regenerate | rotate | resolve | claim | reserve | check in | dispute | snooze | discard | reorder |
  book | order | buy | purchase | increase | decrease | reduce | track | donate | retry | preview | vote`);

/** Further verbs of things that sites let people do; what follows must be called so on the page. */
export const ACTS =
  words(`clear | admit | adopt | arrange | terminate | alert | announce | give | allocate | allow | apologise | apologize | appeal | applaud | ask | attach |
  auction | audit | back up | ban | bid | bid on | bill | bind | board | boot | brighten | bring back |
  bring forward | broadcast | build | call | call in | cast | categorise | categorize | celebrate |
  calculate | certify | challenge | compute | charge | chase | check out | clean | close down | coach | collate | compile |
  complain | congratulate | contact | contest | contribute | convert | cook | cool | count in | count out |
  countersign | credit | crop | debit | defer | delegate | deliver | deny | deposit | dequeue |
  deregister | dial | dim | discharge | dispense | drop off | eject | elect | empty | enlist | enqueue |
  examine | exchange | execute | expel | favour | feed | fill up | fire | fix | flip | follow up | forbid | freeze | unfreeze | snooze |
  foster | fund | give back | graduate | grant | group | hand off | hand out | hand over | heart | heat |
  hire | hold | initial | inject | inspect | install | isolate | label | lease | lend | link | lodge |
  lower | measure | merge | message | migrate | mirror | mount | move down | move up | neuter | nominate |
  notify | nudge | object to | occupy | operate | pack | pair | permit | pick up | pledge | poke |
  postpone | power off | power on | prescribe | prioritise | prioritize | prolong | protest | provision |
  quarantine | queue | quote | raise | reallocate | reboot | recall | recharge | reconcile | record |
  recruit | refer | refill | rehome | relist | remind | rent | repair | restart | rewind | ring |
  roll back | rotate | scale down | scale up | scan | seal | seat | sell | send back | serve | service |
  settle | shorten | shuffle | shut down | split | sponsor | stamp | stow | stream | tag | take back |
  take over | thank | tip | top up | tow | train | treat | triage | trim | unassign | unban | unboard |
  ungroup | unhold | uninstall | unlink | unlist | unload | unmount | unpack | unpair  |
  unregister | unreserve | unseal | untag | vacate | vaccinate | validate | ventilate | vote | waitlist |
  warn | wash | water | wave | weigh | welcome | write off | zoom in | zoom out`);

/** Verbs that ask for judgement; they begin a clause, which is then refused. */
export const JUDGEMENT_VERBS =
  words(`summarise | summarize | compare | decide | recommend | suggest | analyse | analyze |
  evaluate | explain | describe | translate | research | figure out | think | judge |
  estimate | guess | classify | rank | rate | review | rewrite | draft | compose | plan |
  book | buy | purchase | order | repeat | do | sort | filter | upload | drag |
  calculate | compute | answer | solve | use | keep | try | avoid | skip | ignore |
  hover | slide | say that | expand | collapse | unfold | is there | are there | who | when | which | switch on | switch off |
  find | locate | move | swap | mark | copy | show only | confirm | accept | dismiss`);

/** Verbs that only a particle makes whole: "opt in" is not "opt out". */
export const PARTICLE_VERBS =
  words(`log | logged | sign | signed | check | checked | opt | clock | zoom | turn | switch |
  go | carry`);

/** Words that make a clause conditional, repeated or negative: no single plain action. */
export const CONTROL_WORDS =
  words(`if | unless | until | whether | otherwise | else | while | whenever | each | every |
  either | neither | except | repeatedly | don't | dont | don’t | do not | never | not |
  avoid | without | as long as | as many | instead | depending | times | twice | thrice`);

/** Words that ask for an opinion or a comparison. */
export const JUDGEMENT_WORDS = [
  'gist', // words-ok
  ...words(`best | better | worst | worse | cheapest | cheaper | nicest | nice | most | least |
  fewest | highest | lowest | largest | biggest | smallest | longest | shortest | newest |
  oldest | average | why | how | which | who | should | think | opinion | sentiment |
  main point | main points | summary of | interesting | important | relevant | similar |
  appropriate | suitable | sensible | random | favourite | favorite | something | anything |
  everything | someone | difference | usual | right one | correct one`),
];

/** Openings that carry no meaning. */
export const POLITE_OPENINGS = [
  'would you mind', // words-ok
  ...words(`please | kindly | could you | can you | would you | will you |
  i want you to | i would like you to | i’d like you to | i'd like you to | i need you to |
  i want to | i would like to | i'd like to | i need to | you should | you need to |
  you must | let us | let's | let’s | go ahead and | be sure to | make sure to |
  make sure you | now | also | just | simply | first | firstly | secondly | thirdly | next |
  could u | can u | would u | will u | pls | plz | could i | could i please | may i | may i please | could we |
  i wish to | i would love to | i'd love to | i’d love to | id like to | i wanna | i have to | we need to | we want to |
  we would like to | we'd like to | it is time to | please could you | please can you |
  finally | lastly | afterwards | after that | after this | then | and | once there |
  once done | when done | once logged in | once you are logged in | once signed in |
  after logging in | after signing in | after logging in | from there | on that page |
  can you please | could you please | would you please | help me | help me to | i'd like | i want |
  i need | your job is to | quickly | be so kind and | if you can | if possible |
  kindly please | try to | you can | so | ok | okay | right | alright | there | once you are there | hi | hello | hey | to start |
  to begin | your task is to | begin by | start by`),
];

/** Openings that carry no meaning before a comma or a colon only. */
export const GREETINGS =
  words(`hi | hello | hey | ok | okay | there | task | second | third | last | here is the task |
  steps`);

export const POLITE_ENDINGS = words(
  `please | pls | plz | for me | for us | to me | as well | too | asap | right away | immediately | right now | if possible | if you can`,
);

/** Endings that carry no meaning after a comma only: "Buy now" and "Thank you" are names. */
export const PARTING_WORDS = words(`thanks | thank you | many thanks | now`);

function escaped(word: string) {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replaceAll(' ', String.raw`\s+`);
}

/** Source of a regular expression that matches one of the words, the longest first. */
export function oneOf(list: readonly string[]): string {
  return `(?:${[...list]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})`;
}
