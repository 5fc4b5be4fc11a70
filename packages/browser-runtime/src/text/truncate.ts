/** Cuts a text that is longer than `most` UTF-16 units. The ellipsis tells the mask that a secret may have been cut in two. */
export function truncate(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
