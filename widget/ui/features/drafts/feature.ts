import { Feature } from '../../feature/feature.ts';

/** A draft from another tab: it is offered, never inserted by itself. */
export const drafts = new Feature({
  load: async () => (await import('./other-draft.ts')).OtherDraftLine,
  isWanted: ({ conversation }) => conversation.drafts?.offered !== undefined,
  draw: { hints: (feature) => feature.render() },
});
