import type { ControlFacts } from './page-facts.ts';
import type { FieldFacts } from './page-forms.ts';
import type { Choice, ProofField } from './page-questions.ts';
import type { ShownText } from './page-texts.ts';

/** What happened in the document between the first event of the action and the moment at which the page was quiet. */
export interface Reading {
  url: string;
  /** A click came to something else than its element, which was kept from noticing. */
  missed: boolean;
  /** The document is being left for another. */
  leaves: boolean;
  /** A mutation, value, focus of another element, scroll position, copy or playback. */
  changed: boolean;
  /** It changed by something else than mutations. */
  moved: boolean;
  /** A text that the page wrote anew as it was, when nothing else changed; else empty. */
  saidAgain: string;
  /** How a script of the page failed; empty when none did. */
  fault: string;
  /** What went and came beside requests. */
  socket: { isSent: boolean; answers: string[] };
  /** A form was sent, as far as its events tell. */
  submitted: string | null;
  /** Fields for which the browser or the page refused to send the form. */
  invalid: { name: string; message: string }[];
  /** Why the browser holds the value of the control itself to be invalid; empty when it does not. */
  ownInvalid: string;
  /** Fields of the form acted in that the page marks as wrong by their look. */
  marked: { name: string; message: string }[];
  /** What an unchanged page goes on saying where it shows errors, or in red. */
  stillSays: string[];
  /** Texts that appeared. */
  texts: ShownText[];
  /** The new title of the document; empty when it is the old one. */
  title: string;
  /** Names of fields that hold the text again that they came with, instead of what they held when the action began. */
  putBack: string[];
  /** The number, or the beginning of a text, that a field holds in place of what it held when the action began, as a clause. */
  otherValue: string | null;
  /** The same of the words of an editable part. */
  otherText: string | null;
  /** The names of fields that appeared beside those of the form acted in, which all hold what they held. */
  moreFields: string[];
  /** Placeholders of empty fields that were written since the action. */
  hints: string[];
  /** All that changed was written anew as it was. */
  isRedrawn: boolean;
  /** All that happened is that the fields of the form acted in were emptied. */
  isEmptied: boolean;
  /** The page put the focus on a field of the form acted in, which holds what it held. */
  focusesField: boolean;
  /** The form that came in the place of the one acted in, with the same fields. */
  formAgain: { text: string; fields: FieldFacts[] } | null;
  /** Lists whose choice went back to what they came with, with the keys of their controls. */
  listsPutBack: { key: string; name: string }[];
  /** Nothing at all can be seen any more. */
  isBlank: boolean;
  /** A sign without words turns that came since. */
  turns: boolean;
  /** The names of buttons that can be seen, and that none had before. */
  newButtons: string[];
  asksCode: boolean;
  /** What the page says of being still at work; empty when it does not. */
  atWork: string;
  /** Nothing but texts came and went: the control and all fields, of which there are some, are there as they were. */
  onlyTexts: boolean;
  /** The same of a page that may have no field. */
  isStanding: boolean;
  /** What the page showed and took back. */
  takenBack: string | null;
  /** What an open dialog asks; empty when none does. */
  question: string;
  /** The dialog that opened, whether or not it asks a question. */
  choice: Choice | null;
  /** Fields for a card or against robots that appeared. */
  proofs: ProofField[];
  /** A sign-in form appeared. */
  asksSignIn: boolean;
  /** A control that ends a session appeared. */
  signsOut: boolean;
  /** The form acted on can still be seen, and holds a password field. */
  passwordFormStays: boolean;
  control: ControlFacts | null;
  isControlThere: boolean;
}
