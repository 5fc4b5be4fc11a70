let calls = 0;
/** How often it was called since this module was evaluated. */
export function count() {
  return ++calls;
}
