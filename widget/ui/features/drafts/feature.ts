import { Feature } from '../../feature/feature.ts';

/** A text that was typed in another tab and not sent: offered, never taken. */
export const drafts = new Feature({
  load: async () => (await import('./other-draft.ts')).OtherDraftLine,
  isWanted: ({ conversation }) => conversation.drafts?.offered !== undefined,
  draw: { hints: (feature) => feature.render() },
});
