export interface Suggestions {
  /** Where in the text a chosen one is put, up to the caret. */
  from: number;
  offers: string[];
}

const BEGUN = /\{\{\s*([^{}\s|]*)$/;
const WHOLE = /\{\{[^{}]*\}\}$/;

/** Suggestions at the caret: templates after `{{`, else values that begin like the whole text. */
export function suggestionsAt(
  text: string,
  caret: number,
  { templates, values }: { templates: readonly string[]; values: readonly string[] },
): Suggestions {
  const before = text.slice(0, caret);
  const begun = BEGUN.exec(before);
  if (begun !== null) {
    const [, typed = ''] = begun;
    return { from: begun.index, offers: templates.filter((each) => each.includes(typed)) };
  }
  return { from: 0, offers: values.filter((each) => each.startsWith(text) && each !== text) };
}

/** Where the template begins that ends at the caret; null when none does. */
export function templateBefore(text: string, caret: number): number | null {
  return WHOLE.exec(text.slice(0, caret))?.index ?? null;
}
