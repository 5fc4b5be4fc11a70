/**
 * A migration runs while the previous version still serves, so it may add but not remove. A removal names the version
 * since which the removed object is unused: `-- contract 1.4.0: "task_text" is unused since then`.
 */
const MARK = /^--\s*contract (\d+\.\d+\.\d+): *(\S.*)$/gm;

const NAME = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`;

/** Harmless on a table that the same migration creates. */
const ON_A_TABLE: readonly (readonly [form: RegExp, what: string])[] = [
  [/\bDROP COLUMN\b/i, 'drops a column'],
  [/\bRENAME\b/i, 'renames'],
  [/\bSET NOT NULL\b/i, 'makes a column required'],
  [/\bALTER COLUMN "?\w+"? (?:SET DATA )?TYPE\b/i, 'changes a type'],
  [/\bDROP DEFAULT\b/i, 'drops a default'],
  [
    /\bADD COLUMN\b(?!.*\b(?:DEFAULT|GENERATED)\b).*\bNOT NULL\b/i,
    'adds a required column without a default',
  ],
  [/\bADD (?:CONSTRAINT "?\w+"? )?(?:CHECK|UNIQUE|EXCLUDE|PRIMARY KEY|FOREIGN KEY)\b/i, 'adds a constraint'],
  [/\bDROP CONSTRAINT "?\w+_p?key"?/i, 'drops a key'],
];

const ANYWHERE: readonly (readonly [form: RegExp, what: string])[] = [
  [/^DROP TABLE\b/i, 'drops a table'],
  [/^DROP (?:MATERIALIZED )?VIEW\b/i, 'drops a view'],
  [/^DROP (?:TYPE|DOMAIN|SCHEMA|SEQUENCE)\b/i, 'drops a type, schema or sequence'],
  [/^DROP INDEX\b.*_key"?/i, 'drops a key'],
  [/^ALTER (?:TYPE|INDEX|VIEW|SEQUENCE|FUNCTION|SCHEMA)\b.*\bRENAME\b/i, 'renames'],
  [/^TRUNCATE\b/i, 'empties a table'],
];

/** Splits SQL into one-line statements, without comments, string literals and function bodies. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

function tableOf(statement: string): string | undefined {
  return (
    new RegExp(`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${NAME}`, 'i').exec(statement)?.[1] ??
    new RegExp(`^CREATE UNIQUE INDEX .*? ON (?:ONLY )?${NAME}`, 'i').exec(statement)?.[1]
  );
}

/** The clauses of one ALTER TABLE; commas inside parentheses do not separate them. */
function clausesOf(statement: string): string[] {
  return statement.split(/,(?![^()]*\))/);
}

function faultsOf(statement: string, made: ReadonlySet<string>): string[] {
  const table = tableOf(statement);
  if (table === undefined)
    return ANYWHERE.filter(([form]) => form.test(statement)).map(([, what]) => `${what}: ${statement}`);
  if (made.has(table)) return [];
  if (!/^ALTER/i.test(statement)) return [`adds a constraint: ${statement}`];
  return clausesOf(statement).flatMap((clause) =>
    ON_A_TABLE.filter(([form]) => form.test(clause)).map(([, what]) => `${what}: ${table}: ${clause.trim()}`),
  );
}

/** Statements of a migration that break services of the previous version, one sentence each. */
export function contractingStatements(sql: string): string[] {
  const statements = statementsOf(sql);
  const made = new Set(
    statements.flatMap((statement) => {
      const [, table] = new RegExp(`^CREATE TABLE (?:IF NOT EXISTS )?${NAME}`, 'i').exec(statement) ?? [];
      return table === undefined ? [] : [table];
    }),
  );
  return statements.flatMap((statement) => faultsOf(statement, made));
}

/** The version in a migration's `contract` mark, or undefined. */
export function contractMark(sql: string): string | undefined {
  return [...sql.matchAll(MARK)].at(-1)?.[1];
}

function isUpTo(version: string, latest: string): boolean {
  return version.localeCompare(latest, 'en', { numeric: true }) <= 0;
}

/** Problems of a migration in a rollout of `version`; empty when it is safe. */
export function rolloutProblems(sql: string, version: string): string[] {
  const contracting = contractingStatements(sql);
  const mark = contractMark(sql);
  if (mark === undefined) return contracting;
  if (contracting.length === 0) return ['is marked as a contract, and contracts nothing'];
  return isUpTo(mark, version) ? [] : [`is a contract that only version ${mark} allows`];
}
