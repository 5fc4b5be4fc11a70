import { z } from 'zod';
import type { PageFacts } from './page-facts.ts';
import type { ShownText } from './page-texts.ts';
import type { Reading as PageReading } from './page-reading.ts';

/* How the answers of the functions look that run in the page. A page can forge them, so each is validated. */

const Control = z.object({
  key: z.string(),
  says: z.string(),
  tag: z.string(),
  type: z.string(),
  value: z.string(),
  checked: z.boolean().nullable(),
  files: z.array(z.string()).nullable(),
  chosen: z.array(z.string()),
  submits: z.boolean(),
  discloses: z.boolean(),
  isBlocked: z.boolean(),
  column: z.array(z.string()).nullable(),
  row: z.object({ name: z.string(), text: z.string() }).nullable(),
  box: z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .nullable()
    .catch(null),
  language: z.string(),
  min: z.string(),
  max: z.string(),
  step: z.string(),
});
const Field = z.object({
  name: z.string(),
  value: z.string(),
  initial: z.string(),
  isText: z.boolean(),
  label: z.string(),
  choice: z.object({ now: z.string(), initial: z.string() }).nullable(),
});
const ErrorText = z.object({ text: z.string(), isAlert: z.boolean(), form: z.string() });
const Form = z.object({
  key: z.string(),
  method: z.string(),
  action: z.string(),
  hasPassword: z.boolean(),
  isDialog: z.boolean(),
  values: z.string(),
  fields: z.array(Field),
});
const Proofs = z.array(
  z.object({ key: z.string(), name: z.string(), form: z.string(), isSecret: z.boolean() }),
);
/** What `watchPage` answers. */
export const Facts: z.ZodType<PageFacts> = z.object({
  url: z.string(),
  title: z.string(),
  heading: z.string(),
  control: Control.nullable(),
  form: Form.nullable(),
  forms: z.array(z.object({ key: z.string(), fields: z.array(Field) })),
  asksPassword: z.boolean(),
  asksSignIn: z.boolean(),
  signsOut: z.boolean(),
  signsIn: z.boolean(),
  errors: z.array(ErrorText),
  text: z.string(),
  formText: z.string(),
  red: z.array(ErrorText),
  question: z.string(),
  dialogTitle: z.string(),
  asksCode: z.boolean(),
  proofs: Proofs,
  finals: z.array(z.string()),
  cells: z.array(z.string()),
  things: z.array(
    z.object({ list: z.number(), text: z.string(), isEntry: z.boolean(), isFull: z.boolean() }),
  ),
  others: z.array(Field),
  nothingFound: z.string(),
  pictures: z.string(),
  digest: z.string(),
});
const Shown: z.ZodType<ShownText> = z.object({
  text: z.string(),
  isAlert: z.boolean(),
  isError: z.boolean(),
  inForm: z.boolean(),
  holdsFields: z.boolean(),
  isItem: z.boolean(),
  isGone: z.boolean(),
  isRed: z.boolean(),
  isBesideField: z.boolean(),
  isSevere: z.boolean(),
  isBeside: z.boolean(),
});
/** What `awaitLeaving` answers. */
export const Leaving = z.array(Shown);
/** What `readWatch` answers. */
export const Reading: z.ZodType<PageReading> = z.object({
  url: z.string(),
  missed: z.boolean(),
  leaves: z.boolean(),
  changed: z.boolean(),
  moved: z.boolean(),
  saidAgain: z.string(),
  fault: z.string(),
  socket: z.object({ isSent: z.boolean(), answers: z.array(z.string()) }),
  submitted: z.string().nullable(),
  invalid: z.array(z.object({ name: z.string(), message: z.string() })),
  ownInvalid: z.string(),
  stillSays: z.array(z.string()),
  texts: z.array(Shown),
  marked: z.array(z.object({ name: z.string(), message: z.string() })),
  title: z.string(),
  atWork: z.string(),
  putBack: z.array(z.string()),
  otherValue: z.string().nullable(),
  otherText: z.string().nullable(),
  moreFields: z.array(z.string()),
  hints: z.array(z.string()),
  isRedrawn: z.boolean(),
  isEmptied: z.boolean(),
  focusesField: z.boolean(),
  formAgain: z.object({ text: z.string(), fields: z.array(Field) }).nullable(),
  listsPutBack: z.array(z.object({ key: z.string(), name: z.string() })),
  isBlank: z.boolean(),
  turns: z.boolean(),
  newButtons: z.array(z.string()),
  asksCode: z.boolean(),
  onlyTexts: z.boolean(),
  isStanding: z.boolean(),
  takenBack: z.string().nullable(),
  question: z.string(),
  choice: z.object({ text: z.string(), buttons: z.array(z.string()), hasFields: z.boolean() }).nullable(),
  proofs: Proofs,
  asksSignIn: z.boolean(),
  signsOut: z.boolean(),
  passwordFormStays: z.boolean(),
  control: Control.nullable(),
  isControlThere: z.boolean(),
});
