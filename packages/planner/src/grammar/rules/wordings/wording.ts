/** A form of a clause, and the words in which rules know it. */
export type Wording = readonly [pattern: RegExp, plainly: (...groups: string[]) => string];

/** Verbs that ask for something to be read, as a part of a pattern. */
export const TELL = '(?:list|get|give|show|read|tell|name|collect)(?:\\s+me)?';
