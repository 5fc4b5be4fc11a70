const MAX_ID = 0xffff_ffff;

/** Numbers the calls and channels of a link. */
export function createLinkIds(): () => number {
  let last = 0;
  return () => {
    last = last === MAX_ID ? 1 : last + 1;
    return last;
  };
}
