import { Feature } from '../../feature/feature.ts';
import { Citations } from './citations.ts';

/** The numbers in answers that name a source. Not lazy: chips are there in the frame in which their text is. */
export const citations = new Feature({
  eager: Citations,
  draw: { answer: (feature, answer, message) => feature.link(answer, message) },
});
