/*
 * How pages say no and yes in German, French and Spanish. `\b` knows no letter with an accent, so words are bounded by letters.
 */

function words(...alternatives: string[]): string {
  return String.raw`(?<!\p{L})(?:${alternatives.join('|')})(?!\p{L})`;
}

export const REFUSES_ELSEWHERE = [
  words(
    String.raw`(?:haben?|hat|sind|ist|wurden?|können?|kann|dürfen|darf|existiert)(?: \p{L}+){0,3} nicht(?! nur(?!\p{L}))`,
    'fehler|fehlgeschlagen|ungültig(?:e[mnrs]?)?|falsch(?:e[mnrs]?)?|abgelehnt|verweigert|erforderlich|pflichtfeld|abgelaufen|gesperrt|ausverkauft',
    '(?:leider|nicht) (?:möglich|angenommen|bestellt|gebucht|zulässig|berechtigt|vorhanden|lieferbar|gefunden|gespeichert|gesendet|erlaubt|korrekt|gültig|verfügbar)',
    'nicht mehr (?:möglich|gültig|verfügbar|lieferbar|buchbar)|erst (?:ab|am|im|in|nach|wenn) [^.!?]{1,40} (?:möglich|erlaubt|buchbar|verfügbar)',
    'konnten? nicht|leider|(?:bereits|schon|gerade|soeben|inzwischen) (?:vergeben|belegt)|bereits (?:vorhanden|registriert)|ausgebucht|voll belegt|bitte (?:geben|füllen|wählen|prüfen|melden|versuchen|einloggen)',
  ),
  words(
    'erreurs?|échec|échouée?s?|invalides?|incorrecte?s?|refusée?s?|interdite?s?|obligatoires?|requise?s?|expirée?s?|impossible|indisponibles?|désolée?s?',
    "n[’']a pas|n[’']est pas|n[’']existe(?:nt)? pas|n[’']avons p(?:as|u)|ne (?:peut|peuvent|pouvez|pouvons|correspond|correspondent) (?:pas|plus)|n[’']est plus (?:disponible|possible|valable|valide)|non (?:enregistrée?s?|envoyée?s?|valides?|disponibles?|autorisée?s?)",
    'veuillez|réessayez|malheureusement|déjà (?:prise?s?|utilisée?s?|inscrite?s?)|existe déjà|complet|épuisée?s?',
  ),
  words(
    'fallo|falló|ha fallado|inválid[oa]s?|no válid[oa]s?|incorrect[oa]s?|denegad[oa]s?|rechazad[oa]s?|obligatori[oa]s?|caducad[oa]s?',
    'no se (?:pudo|puede|ha)|no (?:existen?|podemos|es posible|está disponible|coinciden?)|ya no (?:se puede|es posible|está disponible|quedan?)|por favor|inténtelo|lamentablemente|agotad[oa]s?|ya (?:existe|están? (?:en uso|ocupad[oa]s?|vendid[oa]s?|cogid[oa]s?))',
  ),
].join('|');

export const TAKEN_ELSEWHERE = words(
  'danke|gespeichert|gesendet|erfolgreich|hinzugefügt|gelöscht|bestätigt|willkommen',
  'merci|enregistrée?s?|envoyée?s?|ajoutée?s?|supprimée?s?|confirmée?s?|succès|bienvenue',
  'gracias|guardad[oa]s?|enviad[oa]s?|añadid[oa]s?|eliminad[oa]s?|confirmad[oa]s?|éxito|bienvenid[oa]',
);
