import { Feature } from '../../feature/feature.ts';

/** A question as a text box, in the place of its bubble. */
export const editing = new Feature({
  load: async () => (await import('./editing.ts')).Editing,
  draw: { question: (feature, message) => feature.render(message) },
});
