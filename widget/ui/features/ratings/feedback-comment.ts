/** Reasons for a bad rating, in words for the owner of the site. */
export const REASONS = ['wrong', 'incomplete', 'not my question'] as const;

export type Reason = (typeof REASONS)[number];

/** Characters of a comment, as the backend takes them. */
const MAX_COMMENT_CHARACTERS = 500;

/** Characters that a visitor may write: all reasons fit before them. */
export const MAX_TEXT_CHARACTERS = MAX_COMMENT_CHARACTERS - formatComment(REASONS, '.').length;

/** Reasons and text as one comment: `wrong, incomplete: the price is older`. */
export function formatComment(reasons: readonly Reason[], text: string): string {
  return [reasons.join(', '), text.trim()].filter(Boolean).join(': ');
}
