import { type ConversationState, isAnswering } from '../../../conversation/state.ts';

/** Whether the conversation ends with an answer that is complete and has questions to follow it. */
export function hasFollowUps(state: ConversationState): boolean {
  const last = state.messages.at(-1);
  return !isAnswering(state) && last?.status === 'complete' && (last.suggestions?.length ?? 0) > 0;
}
