import type { ChatStatus } from '../../conversation/state.ts';
import { CfAiChatStatusChangeEvent } from '../element/events.ts';
import type { Chat } from '../feature/chat.ts';
import { eventFor } from './event-for.ts';

/** Reports every change of a conversation to the page, as DOM events of the element. */
export function dispatchChanges({ host, conversation }: Chat): void {
  let status: ChatStatus = 'ready';
  conversation.subscribe((change) => {
    const event = eventFor(change);
    if (event) host.dispatchEvent(event);
    if (conversation.state.status === status) return;
    status = conversation.state.status;
    host.dispatchEvent(new CfAiChatStatusChangeEvent(status));
  });
}
