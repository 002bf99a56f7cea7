import { MessageDraft } from '../../base/message-draft.ts';
import { Feature } from '../../feature/feature.ts';

/** A question as a text box, in the place of its bubble. */
export const editing = new Feature({
  load: async () => (await import('./editing.ts')).Editing,
  // An open box.
  hasStoredData: ({ host }) => new MessageDraft(host, 'edit').id !== undefined,
  draw: { question: (feature, message) => feature.render(message) },
});
