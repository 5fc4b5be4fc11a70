/** Words around secrets, as parts of regular expressions. */

function source(...alternatives: string[]): string {
  return `(?:${alternatives.join('|')})`;
}

/** Words for secrets. */
export const NAME = source(
  'pass[ -]?(?:word|phrase|code|wort)s?',
  // As people mistype it.
  'pas+[ -]?wo?r?[dt]',
  'passowrd',
  'pswd',
  '(?:secret|memorable|safe|code) word',
  'secret (?:phrase|code|key)',
  '(?:access|unlock|door|entry)[ -]?codes?',
  'pwd?',
  'passwd',
  'kenn[ -]?wort',
  'mots? de passe',
  'mdp',
  'contrase(?:ñ|n|n\u0303)as?',
  'clave(?: de (?:acceso|api))?',
  "cl[ée] (?:d[’']|de l[’'])?api",
  'pin(?:[ -]?code)?',
  '(?:api|access|auth|bearer|secret)[ -]?(?:tokens?|keys?)',
  'api[ -]?schl(?:ü|ue)ssel',
  'zugangscode',
  'c[óo]digo de acceso',
  "code d[’']acc[èe]s",
  'jeton',
  'pass(?![ -]?port)',
  'otp',
  'cv[vc]2?',
  'security answers?',
  '(?:one[ -]?time|2fa|mfa|security|verification|login|recovery|backup|authori[sz]ation)[ -](?:pass)?codes?',
  '(?:private|licen[cs]e|wi-?fi|wlan)[ -]?keys?',
  'wlan[ -]?schl(?:ü|ue)ssel',
  'geheimzahl',
  'maiden names?',
  'einmal(?:code|kennwort|passwort)',
  'code de s[ée]curit[ée]',
  'c[óo]digo de (?:seguridad|verificaci[óo]n)',
  'tokens?',
  'secret',
);
export const OPENING = '(?<![\\p{L}\\p{N}_])';
export const CLOSING = '(?![\\p{L}\\p{N}_])';
export const QUOTES = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“”'],
  ['«', '»'],
  ['‘', '’'],
  ["'", "'"],
  ['`', '`'],
] as const;
export const QUOTED = QUOTES.map(([open, close]) => `${open}[^${close}\\n]+[${close}]`).join('|');
export const BARE = '[^\\s"“”„«»](?:[^\\s“”„«»]*[^\\s"“”„«»])?';
export const VALUE = `(?<value>${QUOTED}|${BARE})`;
export const ARTICLE = "(?:(?:the|my|your|a|an|das|dem|mein(?:em)?|le|la|el|mon|ma|mi|su|tu)\\s+|l[’'])?";
export const FIELD = '(?:\\s+(?:field|box|input|code|value|number|feld|campo))?';
export const TYPING =
  '(?:enter|type|put|write|input|insert|paste|use|using|with|provide|give|gib|tippe|trage|schreibe?|mit|benutze|saisi[rs](?:sez)?|entre[rz]?|tape[rz]?|mets|avec|introduce|introduzca|escrib[ae]|ingresa|pon|usa|con)';
export const LOGIN =
  '(?:log(?:ging)?[ -]?(?:in|on|into)|sign(?:ing)?[ -]?(?:in|on|into)|authenticate|credentials?|user ?name|user|account|melde|anmelden|einloggen|logge|benutzer(?:name)?|connecte[rz]?|connexion|identifie[rz]?|utilisateur|inicia(?:r)?(?: la)? sesi[óo]n|entra(?:r)?|acced[ea]r?|usuario)';

/** Finds all, in any case, and where each group is. */
export function pattern(text: string): RegExp {
  return new RegExp(text, 'dgiu');
}
