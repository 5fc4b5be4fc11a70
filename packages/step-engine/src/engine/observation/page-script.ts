import type { Frame, Locator } from 'playwright-core';
import { z } from 'zod';
import * as facts from './page-facts.ts';
import { readWatch, watchPage, type Reading as PageReading } from './page-watch.ts';

const {
  tidy,
  isShown,
  nameOf,
  controlsOf,
  heldBy,
  formAround,
  formKey,
  hasPassword,
  asksSignIn,
  factsOfForm,
  submits,
  factsOfControl,
  errorPlaces,
  errorsShown,
  textOutsideForms,
  factsOfPage,
} = facts;
const SHARED = [
  tidy,
  isShown,
  nameOf,
  controlsOf,
  heldBy,
  formAround,
  formKey,
  hasPassword,
  asksSignIn,
  factsOfForm,
  submits,
  factsOfControl,
  errorPlaces,
  errorsShown,
  textOutsideForms,
  factsOfPage,
];

type InPage = (...given: never[]) => unknown;

/** A function that Playwright takes to the page together with those that it uses: of a function it sends the text alone. */
function withShared(parameters: string, call: string, entry: InPage): InPage {
  const text = `(${parameters}) => { ${[...SHARED, entry].map(String).join('\n')}; return ${call}; }`;
  return Object.assign(() => undefined, { toString: () => text });
}

const WATCH_ELEMENT = withShared('element, id', 'watchPage(element, id)', watchPage);
const WATCH_PAGE = withShared('id', 'watchPage(null, id)', watchPage);

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
  language: z.string(),
  min: z.string(),
  max: z.string(),
  step: z.string(),
});
const Form = z.object({
  key: z.string(),
  method: z.string(),
  action: z.string(),
  hasPassword: z.boolean(),
  values: z.string(),
});
/** A page can forge its results, so each is validated. */
const Facts: z.ZodType<facts.PageFacts> = z.object({
  url: z.string(),
  title: z.string(),
  heading: z.string(),
  control: Control.nullable(),
  form: Form.nullable(),
  forms: z.array(z.string()),
  asksPassword: z.boolean(),
  asksSignIn: z.boolean(),
  errors: z.array(z.object({ text: z.string(), isAlert: z.boolean() })),
  text: z.string(),
});
const Reading: z.ZodType<PageReading> = z.object({
  url: z.string(),
  leaves: z.boolean(),
  changed: z.boolean(),
  submitted: z.string().nullable(),
  invalid: z.array(z.object({ name: z.string(), message: z.string() })),
  ownInvalid: z.string(),
  texts: z.array(
    z.object({ text: z.string(), isAlert: z.boolean(), isError: z.boolean(), inForm: z.boolean() }),
  ),
  takenBack: z.string().nullable(),
  asksSignIn: z.boolean(),
  passwordFormStays: z.boolean(),
  control: Control.nullable(),
  isControlThere: z.boolean(),
});

type Wait = { timeout: number; signal: AbortSignal };

/** Waits for the element, and watches its document from now on unless `id` is 0. Null when the page gave no sensible answer. */
export async function watchElement(
  element: Locator,
  id: number,
  wait: Wait,
): Promise<facts.PageFacts | null> {
  const answer: unknown = await element.evaluate(WATCH_ELEMENT as never, id as never, wait);
  return Facts.safeParse(answer).data ?? null;
}

/** The same of the element that has the focus. */
export async function watchFrame(frame: Frame, id: number): Promise<facts.PageFacts | null> {
  return Facts.safeParse(await frame.evaluate(WATCH_PAGE as never, id as never)).data ?? null;
}

/** Waits until nothing moves in the document, and answers what happened; null in a document without that watch. */
export async function readFrame(frame: Frame, id: number, mostMs: number): Promise<PageReading | null> {
  return Reading.safeParse(await frame.evaluate(readWatch as never, { id, mostMs } as never)).data ?? null;
}
