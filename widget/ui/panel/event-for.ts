import type { ConversationChange } from '../../conversation/state.ts';
import {
  CfAiChatErrorEvent,
  CfAiChatEvent,
  CfAiChatResponseEndEvent,
  CfAiChatResponseStartEvent,
  CfAiChatStopEvent,
} from '../element/events.ts';

/** The DOM event that reports a change of the conversation to the page; undefined where there is none. */
export function eventFor(change: ConversationChange): Event | undefined {
  switch (change.type) {
    case 'response-start':
      return new CfAiChatResponseStartEvent(change.message);
    case 'response-end':
      return new CfAiChatResponseEndEvent(change);
    case 'error':
      return new CfAiChatErrorEvent(change.error);
    case 'stop':
      return new CfAiChatStopEvent(change.message);
    case 'clear':
      return new CfAiChatEvent('cf-ai-chat-clear');
    case 'state':
    case 'delta':
      return undefined;
  }
}
