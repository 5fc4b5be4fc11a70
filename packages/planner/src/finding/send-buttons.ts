import { isAnswerNo } from '../acting/answer-dialog.ts';
import { normalised } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

export const TEXT_ROLES = new Set(['textbox', 'searchbox', 'combobox']);

/** What a button says that sends a form. */
export const SENDS =
  /^(?:log ?in|log ?on|sign ?in|sign ?on|continue|next(?! (?:month|week|day|year|page|slide)\b)|go|enter|ok|submit|send|save|post|confirm|book|order|place|apply|create|add|register|request|update|publish|search|pay|subscribe|transfer|adjust|report|reserve|finish|done|complete|redeem|claim|invite|donate|assign|reply|answer|respond|comment|rate|vote|anmelden|einloggen|weiter|senden|absenden|speichern|buchen|bestellen|bestätigen|connexion|se connecter|envoyer|enregistrer|valider|continuer|entrar|iniciar|acceder|enviar|guardar|continuar|confirmar)(?!\p{L})/iu;

/** Buttons that play the part of a submit: styled, or of another type, after a field and before the next form. */
export function sendersAfter(view: PageView, field: Candidate | undefined): Candidate[] {
  const at = field === undefined ? -1 : view.candidates.indexOf(field);
  return view.candidates.filter(
    ({ role, name, disabled, inContent, items, opensMenu }, index) =>
      index > at &&
      ['button', 'generic'].includes(role) &&
      !disabled &&
      !opensMenu &&
      inContent &&
      (items.length === 0 || items.length === (field?.items.length ?? 0)) &&
      SENDS.test(normalised(name)),
  );
}

/** "[Voucher] [Try it] [Limit] [Request]": what stands between a field and the next one is about it; the sender behind that is not. */
export function buttonsOfField(view: PageView, field: Candidate, sender: Candidate): Candidate[] {
  const between = view.candidates.slice(view.candidates.indexOf(field) + 1, view.candidates.indexOf(sender));
  const next = between.findIndex(({ role }) => TEXT_ROLES.has(role) || role === 'spinbutton');
  return between
    .slice(0, Math.max(0, next))
    .filter(
      (button) =>
        button.role === 'button' &&
        !button.disabled &&
        !button.opensMenu &&
        /\p{L}{3}/u.test(button.text) &&
        !isAnswerNo(button),
    );
}
