import type { ServiceWords } from '../service-words.ts';

/** The words of the service in French. */
export const words: ServiceWords = {
  locale: 'fr',
  rating: 'Cette réponse vous a-t-elle été utile ?',
  helpful: 'Utile',
  notHelpful: 'Pas utile',
  comment: 'Quelque chose à ajouter ? (facultatif)',
  sendComment: 'Envoyer le commentaire',
  skipComment: 'Sans commentaire',
  thanks: 'Merci pour votre avis.',
  feedbackFailed: 'Votre avis n’a pas pu être envoyé.',
  questionsLeft: { one: '{count} question restante.', other: '{count} questions restantes.' },
  noQuestionsLeft: 'Il ne vous reste plus de questions.',
  askAgainAt: 'De nouveau possible à partir de : {time}.',
  askAgainIn: 'Vous pourrez réessayer dans {time}.',
  askAgainNow: 'Vous pouvez réessayer maintenant.',
  citation: 'Source {number} : {title}',
  checking: 'Nous vérifions que vous êtes humain…',
  solve: 'Encore une étape : veuillez effectuer la vérification.',
};
