/** What a few pages show, which are read again and again while something is looked for. */
const MAX_TEXTS = 4_000;
const MAX_CHARACTERS = 200;

/** `make`, which answers for a short text from memory if it was asked for it lately. */
export function remember<Made>(make: (text: string) => Made): (text: string) => Made {
  const made = new Map<string, Made>();
  return (text) => {
    if (text.length > MAX_CHARACTERS) return make(text);
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= MAX_TEXTS) made.clear();
    const fresh = make(text);
    made.set(text, fresh);
    return fresh;
  };
}
