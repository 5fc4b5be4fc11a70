import type { Rules } from './value.ts';

/** A valid value with the defaults of its properties filled in. */
export function withDefaults(value: unknown, { items, properties }: Rules): unknown {
  if (Array.isArray(value))
    return items === undefined ? value : value.map((item: unknown) => withDefaults(item, items));
  if (properties === undefined || typeof value !== 'object' || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const filled = Object.entries(properties).flatMap(([name, rules]): [string, unknown][] => {
    if (Object.hasOwn(given, name)) return [[name, withDefaults(given[name], rules)]];
    return rules.default === undefined ? [] : [[name, rules.default]];
  });
  return Object.fromEntries(filled);
}
