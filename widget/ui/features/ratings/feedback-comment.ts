/** Reasons for a bad rating, as text for the site's owner. */
export const REASONS = ['wrong', 'incomplete', 'not my question'] as const;

export type Reason = (typeof REASONS)[number];

/** Longest comment that the backend accepts, in characters. */
const MAX_COMMENT_CHARACTERS = 500;

/** Longest text that a visitor may write, so that all reasons fit before it. */
export const MAX_TEXT_CHARACTERS = MAX_COMMENT_CHARACTERS - formatComment(REASONS, '.').length;

/** Reasons and text as one comment: `wrong, incomplete: the price is older`. */
export function formatComment(reasons: readonly Reason[], text: string): string {
  return [reasons.join(', '), text.trim()].filter(Boolean).join(': ');
}
