import type { PageDriver } from '../task/page-driver.ts';
import { extremeOfEveryPage, fromEveryPage } from './across-pages.ts';
import { mainHeading, namedBlock, onlyOf } from '../finding/choose-block.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Phrase, Question } from '../grammar/clause.ts';
import { spokenPhrase } from '../grammar/describe-clause.ts';
import { readEach, readOptions, readTitles, readAddress } from './read-several.ts';
import { readCount, readPresence } from './read-count.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import { nameCandidate, requireSingle } from '../finding/require-single.ts';
import { readBlock, readList, readText } from './read-block.ts';
import { type Answer, answer } from './answer.ts';
import { inquiryBehind } from '../grammar/inquiry.ts';
import { readAsked } from './read-free-question.ts';
import { extract } from './read-steps.ts';
import { readReckoned } from './reckon.ts';
import { hoursAnswer } from './opening-hours.ts';
import { firstOfList, hasHeadlines } from './lists-asked-for.ts';
import { byColumn, countedInstead, ofAges, readAskedThere } from './meant-question.ts';
import { readAmountThatCameUp, readWhatCameUp } from './what-it-says.ts';
import { KINDS } from '../grammar/nouns.ts';
import { readRanked } from './read-ranked.ts';
import { readLabelled } from './read-labelled.ts';

const EVERY = /\b(?:all|every|each)\b/iu;
const WORKED_OUT = 'works out its answer from opening hours, which a Runbook would give as they stand';

/**
 * Answers one question about the live page by reading it in a step.
 * @throws {StepError} when the value is missing, or occurs with different values
 */
export async function read(driver: PageDriver, question: Question): Promise<Answer> {
  const asked = ['labelled', 'asked', 'exists'].includes(question.what) ? await readAskedThere(driver) : null;
  if (asked !== null) return asked;
  const cameUp = question.what === 'labelled' ? await readWhatCameUp(driver, question.label) : null;
  if (cameUp !== null) return cameUp;
  if (question.what === 'labelled' && question.of === null) {
    const amount = await readAmountThatCameUp(driver, question.label);
    if (amount !== null) return amount;
  }
  if (question.what === 'labelled' && question.of?.superlative !== undefined) {
    const { label, of, also } = (await byColumn(driver, question)) ?? question;
    const superlative = await ofAges(driver, of?.superlative ?? question.of.superlative);
    const found = await extremeOfEveryPage(driver, { ...(of ?? question.of), superlative }, (ofPage) =>
      readLabelled(driver, label, { ...of, ...ofPage }, also ?? []),
    );
    if (found !== null) return found;
  }
  if (question.what === 'labelled' && question.hours !== undefined) {
    const { label, of, also, hours } = question;
    const shown = await readLabelled(driver, label, of, also ?? []);
    const value = hoursAnswer(String(shown.value), hours);
    return value === shown.value ? shown : { ...answer(shown.name, value), moment: WORKED_OUT };
  }
  const things = question.what === 'labelled' ? await countedInstead(driver, question) : null;
  if (things !== null) return readCount(driver, spokenPhrase(things), things);
  if (question.what === 'labelled')
    return readLabelled(
      driver,
      question.label,
      question.of,
      question.also ?? [],
      question.asks,
      inquiryBehind(question, driver.said),
    );
  if (question.what === 'asked') return readAsked(driver, question.said);
  if (question.what === 'each')
    return fromEveryPage(
      driver,
      () => readEach(driver, question.label, question.of),
      // "Bonn people", "people in Bonn": a page that does not say "Bonn" of any has none of them.
      /^(\p{Lu}.*)\s\S+$|\s(?:in|from)\s(?:the\s)?(\p{Lu}.*)$/u
        .exec(question.of.text)
        ?.slice(1)
        .find(Boolean),
    );
  if (question.what === 'exists') return readPresence(driver, question.of);
  if (question.what === 'reckoned') return readReckoned(driver, question);
  if ('of' in question && question.first !== undefined && question.of.superlative !== undefined)
    return readRanked(driver, { ...question.of, superlative: question.of.superlative }, question.first);
  if ('of' in question && question.first !== undefined)
    return firstOfList(await readOf(driver, question.what, question.of), question.first);
  if ('of' in question) return readOf(driver, question.what, question.of);
  switch (question.what) {
    case 'heading':
      return readBlock(driver, 'text', 'heading', mainHeading);
    case 'table':
    case 'list':
      return readBlock(driver, question.what, question.what, (view) => onlyOf(view, question.what));
    case 'title':
      return answer('title', await extract(driver, { css: 'title' }, 'text', 'the title'));
    case 'text':
      return answer('text', await extract(driver, { css: 'body' }, 'text', 'the text of the page'));
    case 'links':
      return answer('links', await extract(driver, null, 'links', 'the links'));
    case 'headings':
      if (/\bheadlines\b/iu.test(driver.said) && (await driver.waitForView(hasHeadlines)))
        return fromEveryPage(driver, () => readTitles(driver, 'headlines'));
      return answer(
        'headings',
        await extract(driver, { css: 'h1, h2, h3, h4, h5, h6' }, 'list', 'the headings'),
      );
    default:
      return readAddress(driver);
  }
}

async function readOf(
  driver: PageDriver,
  what: 'text' | 'value' | 'options' | 'table' | 'list' | 'count',
  of: Phrase,
): Promise<Answer> {
  const said = spokenPhrase(of);
  switch (what) {
    case 'list':
      if (KINDS.get(said.replace(/s$/iu, '').toLowerCase()) === 'result')
        return EVERY.test(driver.said)
          ? fromEveryPage(driver, () => readTitles(driver, said))
          : readTitles(driver, said);
      return fromEveryPage(driver, () => readList(driver, said, of));
    case 'table':
      return readBlock(driver, what, `${said} ${what}`, (view) => namedBlock(view, what, of));
    case 'count':
      return readCount(driver, said, of);
    case 'options':
      return readOptions(driver, said, of);
    case 'value': {
      const field = await driver.waitForView((view) => {
        const choice = chooseCandidate(view, of, 'set');
        // A row may have a value too.
        return 'none' in choice && 'one' in chooseFact(view, 'value', of)
          ? null
          : requireSingle(choice, `"${said}"`, nameCandidate);
      });
      if (field === null) return readLabelled(driver, 'value', of, []);
      return answer(
        `value of ${said}`,
        await extract(driver, await driver.durableLocator(field), 'value', `the value of ${said}`),
      );
    }
    default:
      return readText(driver, of, `text of ${said}`);
  }
}
