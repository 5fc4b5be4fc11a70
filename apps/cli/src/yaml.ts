import { parse } from 'yaml';

/** A separate module, so that only commands that read YAML load the parser. */
export function parseYaml(text: string): unknown {
  return parse(text) as unknown;
}
