import { MessageDraft } from '../../base/message-draft.ts';
import { Feature } from '../../feature/feature.ts';

/** Editing a question in a text box, in place of its bubble. */
export const editing = new Feature({
  load: async () => (await import('./editing.ts')).Editing,
  // An earlier page was left with an open text box.
  hasStoredData: ({ host }) => new MessageDraft(host, 'edit').id !== undefined,
  draw: { question: (feature, message) => feature.render(message) },
});
