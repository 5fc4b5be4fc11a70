export type Environment = Record<string, string | undefined>;

/** A page must not learn the operator's secrets through a broken renderer. */
const PASSED_ON =
  /^(PATH|HOME|USER|TMPDIR|TEMP|TMP|TZ|LANG|LC_.*|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_.*|FONTCONFIG_.*|LD_LIBRARY_PATH|SystemRoot|APPDATA|LOCALAPPDATA|PROGRAMFILES)$/i;

/**
 * The variables of an environment that a browser is started with, always with a UTF-8 locale. Containers often set none, and
 * without it Chromium silently drops an uploaded file whose name is not ASCII.
 */
export function browserEnvironment(given: Readonly<Environment>): Environment {
  const passedOn = Object.fromEntries(Object.entries(given).filter(([name]) => PASSED_ON.test(name)));
  const locale = [passedOn['LC_ALL'], passedOn['LC_CTYPE'], passedOn['LANG']].find(Boolean);
  if (/utf-?8/i.test(locale ?? '')) return passedOn;
  // LC_ALL overrides LC_CTYPE.
  return { ...passedOn, ...(passedOn['LC_ALL'] ? { LC_ALL: 'C.UTF-8' } : { LC_CTYPE: 'C.UTF-8' }) };
}
