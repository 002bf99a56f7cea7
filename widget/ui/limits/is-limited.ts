import type { ConversationState } from '../../conversation/state.ts';

/** Questions left from which on the visitor is told. */
const LOW_ALLOWANCE = 3;

/** Whether a visitor has few questions left. */
export function isAllowanceLow({ quota }: ConversationState): boolean {
  return quota !== undefined && quota.remaining <= LOW_ALLOWANCE;
}

/** Whether a visitor is to be told how much they may ask, or when again. */
export function isLimited(state: ConversationState): boolean {
  return state.error?.retryAfter !== undefined || isAllowanceLow(state);
}
