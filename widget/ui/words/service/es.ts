import type { ServiceWords } from '../service-words.ts';

/** The words of the service in Spanish. */
export const words: ServiceWords = {
  locale: 'es',
  rating: '¿Te ha sido útil esta respuesta?',
  helpful: 'Útil',
  notHelpful: 'No es útil',
  comment: '¿Quieres añadir algo? (opcional)',
  sendComment: 'Enviar comentario',
  skipComment: 'Sin comentario',
  thanks: 'Gracias por tu opinión.',
  feedbackFailed: 'No se pudo enviar tu opinión.',
  questionsLeft: { one: 'Te queda {count} pregunta.', other: 'Te quedan {count} preguntas.' },
  noQuestionsLeft: 'No te quedan preguntas.',
  askAgainAt: 'Podrás volver a preguntar: {time}.',
  askAgainIn: 'Podrás intentarlo de nuevo en {time}.',
  askAgainNow: 'Ya puedes intentarlo de nuevo.',
  citation: 'Fuente {number}: {title}',
  checking: 'Comprobando que eres una persona…',
  solve: 'Un paso más: completa la comprobación.',
};
