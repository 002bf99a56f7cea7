import type { ConversationState } from '../../../conversation/state.ts';

/** The number of questions left from which on down the count is shown. */
const LOW_ALLOWANCE = 3;

/** Whether a visitor has few questions left. */
export function isAllowanceLow({ quota }: ConversationState): boolean {
  return quota !== undefined && quota.remaining <= LOW_ALLOWANCE;
}

/** Whether the count of questions left, or the time to wait, is to be shown. */
export function isLimited(state: ConversationState): boolean {
  return state.error?.retryAfter !== undefined || isAllowanceLow(state);
}
