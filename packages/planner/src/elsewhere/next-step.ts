import { isSubmit } from '../acting/form-parts.ts';
import type { Clause } from '../grammar/clause.ts';
import { WRITES } from '../grammar/writing-kinds.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

/** Kinds that go on with a form that is being filled in. */
const GOES_ON_WITH_FORM: ReadonlySet<Clause['kind']> = new Set([...WRITES, 'click', 'submit', 'copy']);
const LEADS_ON =
  /^(?:next(?: step)?|continue|proceed|go on|weiter|suivant|continuer|siguiente|continuar)\s*[›»→>]*$/iu;
const SAYS_STEPS = /\b(?:step|schritt|étape|paso)\s+\d+\s*(?:of|\/|von|sur|de)\s*\d+\b/iu;

/** What leads on to the next step of the form that was written into last; null where it may send the form as it is. */
export function nextStep(view: PageView, { kind }: Clause, lastField: string | null): Candidate | null {
  const field = view.candidates.find(({ css }) => css === lastField);
  if (field === undefined || field.form < 0 || !GOES_ON_WITH_FORM.has(kind)) return null;
  const own = view.candidates.filter(
    (one) =>
      one.form === field.form &&
      one.role === 'button' &&
      !one.disabled &&
      LEADS_ON.test(one.name) &&
      (!isSubmit(one) || SAYS_STEPS.test(view.text)),
  );
  return own.length === 1 ? (own[0] ?? null) : null;
}
