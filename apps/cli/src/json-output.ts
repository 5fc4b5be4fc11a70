import { usageError } from './exit.ts';

const FIELDS = /^[A-Za-z_]\w*(?:,[A-Za-z_]\w*)*$/;

/** The value of `--json`: true without fields. */
export function parseFields(text: string): true | string {
  if (text === '') return true;
  if (!FIELDS.test(text)) throw usageError(`--json takes field names separated by commas, not "${text}".`);
  return text;
}

/** The text of `--json`: the API's own, or with fields only those, of each item of a list. */
export function jsonText(answer: string, json: true | string): string {
  if (json === true) return `${answer.trimEnd()}\n`;
  return `${JSON.stringify(pick(JSON.parse(answer), json.split(',')))}\n`;
}

function pick(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Record<string, unknown>;
  if (Array.isArray(object['data'])) return { ...object, data: pick(object['data'], fields) };
  return Object.fromEntries(fields.filter((name) => name in object).map((name) => [name, object[name]]));
}

/** Splits `--json` from what follows unless that is a list of fields: `runs get --json ID` means all fields. */
export function separateJsonFlag(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const next = args[index + 1];
    const isBare = arg === '--json' && next !== undefined && !/^[a-z]\w*(?:,\w+)*$/.test(next);
    return isBare ? ['--json='] : [arg];
  });
}
