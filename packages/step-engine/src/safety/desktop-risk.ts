import { type RiskCategory, fieldNamed, named } from './danger-words.ts';

/** The properties of an application's element that decide whether an action on it is risky. */
export interface SeenElement {
  app: string;
  /** Title of its window. */
  window: string;
  role: string;
  name: string;
  isField: boolean;
  isPassword: boolean;
  isFocused: boolean;
  /** The texts of its window if that is a dialog: its title and texts, and the names of its buttons. */
  dialog: { says: readonly string[]; buttons: readonly string[] } | null;
}

export interface DesktopAction {
  primitive: string;
  input: Readonly<Record<string, unknown>>;
  /** Those that it names. */
  elements: readonly SeenElement[];
  /** Those that have the keyboard. */
  focused: readonly SeenElement[];
  typesSecret: boolean;
}

const MOVES =
  /^(?:Shift\+)?(?:Tab|Escape|Esc|(?:Arrow)?(?:Left|Right|Up|Down)|Home|End|Page_?(?:Up|Down)|Back_?[Ss]pace)$/;
const PRESSES = /^(?:Shift\+)?(?:Enter|Return|KP_Enter|NumpadEnter|Space| )$/i;
const CHARACTER = /^(?:Shift\+)?.$/u;
/** Shortcuts that mean the same in almost every application, and can be undone or are asked about. */
const SHORTCUTS = /^(?:Control\+(?:[acfghnoqstvwxyz]|Home|End|Left|Right)|Control\+Shift\+[sz]|Alt\+F4)$/i;
/** Answers that change nothing. */
const DISMISSES = /^(?:cancel|close|no|back|keep|abbrechen|annuler|cancelar)$/i;

function first(dangers: Iterable<RiskCategory | null>): RiskCategory | null {
  for (const danger of dangers) if (danger !== null) return danger;
  return null;
}

/** In a dialog a character can press any of its buttons. */
function ofCharacter(element: SeenElement): RiskCategory | null {
  const { dialog, name } = element;
  return named(dialog === null ? [name] : [...dialog.says, ...dialog.buttons]);
}

/** A question is answered by a button that may say only "Yes". */
function ofPressed({ name, isField, dialog }: SeenElement): RiskCategory | null {
  if (dialog === null) return isField ? null : named([name]);
  // In a field, Enter presses the button that the dialog suggests.
  if (isField) return named([...dialog.says, ...dialog.buttons]);
  return DISMISSES.test(name) ? null : named([name, ...dialog.says]);
}

function ofTyping({ name, isPassword }: SeenElement): RiskCategory | null {
  return isPassword ? 'credentials' : fieldNamed([name]);
}

function ofChord(chord: string, focused: readonly SeenElement[]): RiskCategory | null {
  if (MOVES.test(chord) || SHORTCUTS.test(chord)) return null;
  const isInField = focused.length > 0 && focused.every(({ isField }) => isField);
  if (isInField && (CHARACTER.test(chord) || chord === 'Delete')) return null;
  if (chord === 'Delete') return 'deletion';
  if (!PRESSES.test(chord) && !CHARACTER.test(chord)) return 'unknown control';
  if (focused.length === 0) return 'unknown control';
  return first(focused.map(PRESSES.test(chord) ? ofPressed : ofCharacter));
}

/** Why an act on a desktop needs a person's approval, judged by the elements that it acts on; null when it needs none. */
export function classifyDesktopAction(action: DesktopAction): RiskCategory | null {
  const { primitive, input, elements, focused, typesSecret } = action;
  if (typesSecret) return 'credentials';
  switch (primitive) {
    case 'desktop.click':
      return first(elements.map(ofPressed));
    case 'desktop.select':
      return first([named([String(input['label'])]), ...elements.map(ofPressed)]);
    case 'desktop.fill':
      return first(elements.map(ofTyping));
    case 'desktop.press':
      return first([input['keys']].flat().map((chord) => ofChord(String(chord), focused)));
    case 'desktop.type': {
      const isWritten = focused.length > 0 && focused.every(({ isField }) => isField);
      // Keys without a focused field press the buttons that they stand for.
      const lines = /[\r\n]/.test(String(input['text'])) ? ['Enter'] : [];
      const keys = isWritten ? lines : ['a', 'Enter'];
      return first([...focused.map(ofTyping), ...keys.map((key) => ofChord(key, focused))]);
    }
    default:
      return null;
  }
}
