import type { ServiceWords } from '../service-words.ts';

/** The words of the service in English. */
export const words: ServiceWords = {
  locale: 'en',
  rating: 'Was this answer helpful?',
  helpful: 'Helpful',
  notHelpful: 'Not helpful',
  comment: 'Anything to add? (optional)',
  sendComment: 'Send comment',
  skipComment: 'No comment',
  thanks: 'Thank you for your feedback.',
  feedbackFailed: 'Your feedback could not be sent.',
  questionsLeft: { one: '{count} question left.', other: '{count} questions left.' },
  noQuestionsLeft: 'No questions left.',
  askAgainAt: 'You can ask again at {time}.',
  askAgainIn: 'You can try again in {time}.',
  askAgainNow: 'You can try again now.',
  citation: 'Source {number}: {title}',
  checking: 'Checking that you are human…',
  solve: 'One more step: please complete the check.',
};
