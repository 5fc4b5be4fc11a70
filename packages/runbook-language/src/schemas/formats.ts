import { z } from 'zod';

const RFC3339_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The formats that are checked; others are ignored. None of the expressions backtracks. */
const FORMATS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['email', z.email()],
  ['uri', z.url()],
  ['uri-reference', z.url()],
  ['uuid', z.guid()],
  ['date-time', z.iso.datetime({ offset: true })],
  ['date', z.iso.date()],
  ['time', z.string().regex(RFC3339_TIME)],
  ['duration', z.iso.duration()],
  ['hostname', z.hostname()],
  ['ipv4', z.ipv4()],
  ['ipv6', z.ipv6()],
]);

/** Whether `text` has a `format` of JSON Schema. True for formats that are not checked, which are annotations. */
export function fitsFormat(text: string, format: string): boolean {
  return FORMATS.get(format)?.safeParse(text).success ?? true;
}
