import { type ConversationState, isAnswering } from '../../../conversation/state.ts';

/** Whether the conversation ends with a complete answer for which the backend suggests questions. */
export function hasFollowUps(state: ConversationState): boolean {
  const last = state.messages.at(-1);
  return !isAnswering(state) && last?.status === 'complete' && (last.suggestions?.length ?? 0) > 0;
}
