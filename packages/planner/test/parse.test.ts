import { describe, expect, test } from '@jest/globals';
import { partsOf } from '../src/grammar/describe-clause.ts';
import { describeInstruction, parseTask } from '../src/grammar/parse-task.ts';
import { refusedTasks, understoodTasks } from './tasks.ts';

/** Measured coverage; a change that lowers it fails. */
const UNDERSTOOD_FLOOR = 1;
const REFUSED_FLOOR = 1;

function read(task: string): unknown {
  const parsed = parseTask(task);
  return 'problem' in parsed
    ? parsed.problem
    : parsed.clauses.map((clause) => {
        const { kind, target, value } = partsOf(clause);
        return [kind, target, value];
      });
}

function clausesOf(task: string) {
  const parsed = parseTask(task);
  if ('problem' in parsed) throw new Error(`not understood: ${parsed.problem.clause}`);
  return parsed.clauses;
}

describe('the corpus of tasks', () => {
  test('the task corpus is large enough', () => {
    expect(understoodTasks.length).toBeGreaterThanOrEqual(150);
    expect(refusedTasks.length).toBeGreaterThanOrEqual(25);
    expect(new Set([...understoodTasks, ...refusedTasks].map(({ task }) => task)).size).toBe(
      understoodTasks.length + refusedTasks.length,
    );
  });

  test('parses every task of the corpus as it was meant', () => {
    const wrong = understoodTasks.flatMap(({ task, clauses }) => {
      const expected = clauses.map(([kind, target = '', value = '']) => [kind, target, value]);
      const got = read(task);
      return JSON.stringify(got) === JSON.stringify(expected) ? [] : [{ task, expected, got }];
    });
    const accuracy = 1 - wrong.length / understoodTasks.length;
    console.info(
      `Understood as meant: ${(100 * accuracy).toFixed(1)} % of ${understoodTasks.length} tasks`,
      ...wrong.map((entry) => `\n${JSON.stringify(entry)}`),
    );
    expect(accuracy).toBeGreaterThanOrEqual(UNDERSTOOD_FLOOR);
  });

  test('refuses tasks that are not plain and names the clause', () => {
    const wrong = refusedTasks.flatMap(({ task, clause }) => {
      const parsed = parseTask(task);
      return 'problem' in parsed && parsed.problem.clause === clause
        ? []
        : [{ task, clause, got: read(task) }];
    });
    const accuracy = 1 - wrong.length / refusedTasks.length;
    console.info(
      `Refused as meant: ${(100 * accuracy).toFixed(1)} % of ${refusedTasks.length} tasks`,
      ...wrong.map((entry) => `\n${JSON.stringify(entry)}`),
    );
    expect(accuracy).toBeGreaterThanOrEqual(REFUSED_FLOOR);
  });
});

describe('parseTask', () => {
  test('keeps the words that asked for each clause', () => {
    expect(clausesOf('Open shop.example, then click “Save”.').map(({ source }) => source)).toEqual([
      'Open shop.example',
      'click “Save”',
    ]);
  });

  test('keeps an ordinal and its words as a name that they may be', () => {
    const targets = [
      'the Third page link',
      'the 3rd party',
      'the second link Alpha',
      'the second "Remove" button',
      'the third link',
    ].flatMap((words) => clausesOf(`Click ${words}`));
    expect(targets.map((clause) => ('target' in clause ? clause.target?.whole : null))).toEqual([
      'Third page',
      '3rd party',
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('reports the clauses understood before the one that was not', () => {
    expect(parseTask('Open shop.example, click Save and summarise the page')).toEqual({
      problem: { clause: 'summarise the page', understood: ['open https://shop.example', 'click Save'] },
    });
  });

  test('takes quoted text byte for byte', () => {
    const value = '  a, then b; click "x" \u00e9\u{1F600} ';
    expect(clausesOf(`Type “${value}” into Notes`)).toMatchObject([{ kind: 'fill', value }]);
  });

  test('keeps passwords out of the plan', () => {
    const [login] = clausesOf('Log in as ada@example.com with password "pa ss-w0rd"');
    expect(login).toMatchObject({ kind: 'login', password: 'pa ss-w0rd' });
    expect(login === undefined ? '' : describeInstruction(login)).toBe('login ada@example.com');
  });

  test('answers the longest tasks without long computation', () => {
    const long = [
      'click '.repeat(3_300),
      `Type ${'in '.repeat(6_000)}`,
      'a, '.repeat(6_600),
      `click "${'x'.repeat(19_000)}"`,
      `open ${'a.'.repeat(9_000)}`,
      'please '.repeat(2_800),
      "'".repeat(20_000),
      '"a" '.repeat(5_000),
      'https://'.repeat(2_500),
      `fill ${'a with b and '.repeat(1_500)}`,
      '1. '.repeat(6_000),
    ];
    for (const task of long) {
      const begun = process.cpuUsage();
      parseTask(task);
      expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(15_000);
    }
  });

  test.each(['', ' ', '\n\n', '.', 'please', 'thanks!'])('has nothing to do for %j', (task) => {
    expect(parseTask(task)).toHaveProperty('problem');
  });

  test('private-use characters of a task are not mistaken for its quotations', () => {
    expect(read('Type "real" into Name \uE0000\uE001')).toEqual([['fill', 'Name 0', 'real']]);
  });
});

describe('a passage of thousands of characters without the end of a sentence', () => {
  test.each(['😀', '漢', 'a '])('of %s is refused and quoted whole, in little time', (unit) => {
    const passage = unit.repeat(Math.floor(19_000 / unit.length)).trim();
    expect(parseTask(`Open https://a.test. Click ${passage}. Report the heading.`)).toEqual({
      problem: { clause: `Click ${passage}`, understood: [] },
    });
  });

  test('is read when quotation marks say that it is to be typed', () => {
    expect(clausesOf(`Open https://a.test and type "${'a '.repeat(5_000)}" into Notes`)).toHaveLength(2);
  });

  test('is read in little time when it is thousands of empty lines', () => {
    expect(clausesOf(`Open https://a.test.${'\n'.repeat(19_000)}Click Save`)).toHaveLength(2);
  });

  test('is read when it is full of abbreviations and short sentences', () => {
    expect(clausesOf(`Open https://a.test. ${'Click Next. '.repeat(400)}`)).toHaveLength(401);
  });
});
