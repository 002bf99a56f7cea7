import type { ServiceWords } from '../service-words.ts';

/** The words of the service in German. */
export const words: ServiceWords = {
  locale: 'de',
  rating: 'War diese Antwort hilfreich?',
  helpful: 'Hilfreich',
  notHelpful: 'Nicht hilfreich',
  comment: 'Möchten Sie etwas ergänzen? (freiwillig)',
  sendComment: 'Kommentar senden',
  skipComment: 'Kein Kommentar',
  thanks: 'Vielen Dank für Ihre Rückmeldung.',
  feedbackFailed: 'Ihre Rückmeldung konnte nicht gesendet werden.',
  questionsLeft: { one: 'Noch {count} Frage übrig.', other: 'Noch {count} Fragen übrig.' },
  noQuestionsLeft: 'Keine Fragen mehr übrig.',
  askAgainAt: 'Wieder möglich ab: {time}.',
  askAgainIn: 'Neuer Versuch möglich in {time}.',
  askAgainNow: 'Sie können es jetzt erneut versuchen.',
  citation: 'Quelle {number}: {title}',
  checking: 'Es wird geprüft, ob Sie ein Mensch sind…',
  solve: 'Noch ein Schritt: Bitte schließen Sie die Prüfung ab.',
};
