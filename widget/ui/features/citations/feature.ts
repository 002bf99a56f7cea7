import { Feature } from '../../feature/feature.ts';
import { Citations } from './citations.ts';

/** The numbers in answers that refer to a source. Not lazy, so that chips appear in the same frame as their text. */
export const citations = new Feature({
  eager: Citations,
  draw: { answer: (feature, answer, message) => feature.link(answer, message) },
});
