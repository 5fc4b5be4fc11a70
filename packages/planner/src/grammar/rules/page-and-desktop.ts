import { actingFreely } from './actions/free-acts.ts';
import { clicking, downloading, openingTab, pressing, searching } from './actions/press-and-search.ts';
import { commanding } from './actions/commands.ts';
import { shopping } from './sites/shopping.ts';
import { signingIn } from './forms/sign-in.ts';
import { choosing } from './actions/choose-options.ts';
import { ensuringSwitched, ensuringTicks, ticking, typing } from './forms/fill-fields.ts';
import { setting } from './forms/set-fields.ts';
import { answering, arranging, changingTabs, finding, paging } from './actions/lists-and-tabs.ts';
import { everyday } from './sites/everyday.ts';
import { travelling } from './sites/journeys.ts';
import { returning } from './sites/returns.ts';
import { bareFields, settingFurther } from './forms/bare-fields.ts';
import { onPage } from './sites/decided-by-page.ts';
import { several } from './actions/several-things.ts';
import { asking } from './questions/who-when-which.ts';
import { extremes, objects } from './questions/extremes.ts';
import { askingFreely, askingTheSame } from './questions/free-questions.ts';
import { askingWhether } from './questions/states-and-lists.ts';
import {
  askingFurther,
  inPlace as placing,
  inPlaces as placingWithin,
  inSection,
  ofDay,
} from './questions/further-questions.ts';
import { onDesktopFirst, onDesktopLast } from './desktop.ts';
import { askingDaily } from './questions/everyday-questions.ts';
import { doingToAll } from './actions/do-to-all.ts';
import { ofBoth, ofRanked } from './actions/all-of-them.ts';
import { inOneSentence, switchingTo } from './sites/in-one-sentence.ts';
import { bareSections, placedLast, placedUnder } from './actions/places-in-line.ts';
import { openingHours } from './questions/opening-hours.ts';
import { inCategory } from './actions/in-category.ts';
import { goingOn, reportingAs } from './actions/go-on.ts';
import { openFirst } from './actions/open-first.ts';
import {
  finishedWith,
  withDetails,
  withFormerValue,
  withReason,
  withReasonBehind,
  withText,
} from './forms/with-details.ts';
import { inGrid } from './forms/fill-tables.ts';
import { followingLinks, navigating } from './actions/open-addresses.ts';
import { fillingAddress, movingHouse } from './forms/addresses.ts';
import { passwords } from './forms/passwords.ts';
import { findingValues } from './questions/find-values.ts';
import { itemsOfOrder, onItsPage, onNamedPage } from './questions/on-its-page.ts';
import { reading } from './questions/read-values.ts';
import { actingWithFields } from './sites/requests.ts';
import { plainlySaid, reworded } from './wordings/reworded.ts';
import { firstOf, type Rule } from './rule.ts';
import { picturing, scrolling, verifying, waiting } from './actions/wait-and-verify.ts';

const here = firstOf(
  paging,
  goingOn,
  changingTabs,
  answering,
  navigating,
  picturing,
  waiting,
  scrolling,
  openingTab,
  signingIn,
  passwords,
  fillingAddress,
  movingHouse,
  pressing,
  doingToAll,
  shopping,
  several,
  switchingTo,
  returning,
  travelling,
  everyday,
  clicking,
  downloading,
  reportingAs,
  arranging,
  inGrid,
  typing,
  setting,
  searching,
  ensuringTicks,
  ensuringSwitched,
  verifying,
  askingDaily,
  itemsOfOrder,
  onItsPage(reading),
  openingHours,
  ofDay,
  extremes,
  objects,
  askingWhether,
  asking,
  askingFurther,
  findingValues,
  reading,
  finding,
  commanding,
  ticking,
  choosing,
  followingLinks,
);
/** Where a task is carried out: on pages, or in the applications of a desktop. */
export type TaskSurface = 'page' | 'desktop';

const anywhere = firstOf(
  placedUnder(firstOf(inOneSentence, onPage(here), here)),
  inOneSentence,
  finishedWith(here),
  withFormerValue(firstOf(onPage(here), here)),
  ofBoth(here),
  ofRanked(here),
  withText(here),
  inCategory(firstOf(onPage(here), here)),
  openFirst(firstOf(inOneSentence, here)),
  onPage(here),
  here,
  placedLast(firstOf(onPage(here), here)),
  settingFurther,
  reworded(firstOf(here, onPage(here), settingFurther)),
  inSection(firstOf(onPage(here), here)),
  withReason(firstOf(here, onPage(here))),
  withDetails(here),
  actingWithFields,
  withReasonBehind(firstOf(here, onPage(here))),
  onNamedPage(firstOf(reading, here)),
  bareFields,
  askingFreely,
  askingTheSame,
  actingFreely,
  placing,
  placingWithin,
  bareSections,
);

export const rules: Readonly<Record<TaskSurface, Rule>> = {
  page: firstOf(plainlySaid(anywhere), anywhere),
  desktop: firstOf(onDesktopFirst, here, onDesktopLast),
};
