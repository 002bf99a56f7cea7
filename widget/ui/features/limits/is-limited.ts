import type { ConversationState } from '../../../conversation/state.ts';

/** From this number of questions left, the number is shown. */
const LOW_ALLOWANCE = 3;

/** Whether few questions are left. */
export function isAllowanceLow({ quota }: ConversationState): boolean {
  return quota !== undefined && quota.remaining <= LOW_ALLOWANCE;
}

/** Whether to show the number of questions left, or the time to wait. */
export function isLimited(state: ConversationState): boolean {
  return state.error?.retryAfter !== undefined || isAllowanceLow(state);
}
