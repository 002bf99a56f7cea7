import type { CfAiChatApprovalEvent } from './approval-event.ts';
import type { CfAiChatAttachEvent } from './attach-event.ts';
import type { CfAiChatContactEvent } from './contact-event.ts';
import type {
  CfAiChatErrorEvent,
  CfAiChatEvent,
  CfAiChatLinkEvent,
  CfAiChatRequestEvent,
  CfAiChatResponseEndEvent,
  CfAiChatResponseStartEvent,
  CfAiChatSendEvent,
  CfAiChatStatusChangeEvent,
  CfAiChatStopEvent,
  PlainEventName,
} from './events.ts';
import type { CfAiChatFeedbackEvent } from './feedback-event.ts';
import type { CfAiChatResultEvent, CfAiChatSearchEvent } from './search-events.ts';

/**
 * The chat's events by name.
 *
 * @example
 * document.addEventListener('cf-ai-chat-error', (event: ChatEventMap['cf-ai-chat-error']) => report(event.code));
 */
export interface ChatEventMap extends Record<PlainEventName, CfAiChatEvent> {
  'cf-ai-chat-send': CfAiChatSendEvent;
  'cf-ai-chat-request': CfAiChatRequestEvent;
  'cf-ai-chat-response-start': CfAiChatResponseStartEvent;
  'cf-ai-chat-response-end': CfAiChatResponseEndEvent;
  'cf-ai-chat-error': CfAiChatErrorEvent;
  'cf-ai-chat-stop': CfAiChatStopEvent;
  'cf-ai-chat-status-change': CfAiChatStatusChangeEvent;
  'cf-ai-chat-link': CfAiChatLinkEvent;
  'cf-ai-chat-contact': CfAiChatContactEvent;
  'cf-ai-chat-attach': CfAiChatAttachEvent;
  'cf-ai-chat-approval': CfAiChatApprovalEvent;
  'cf-ai-chat-feedback': CfAiChatFeedbackEvent;
  'cf-ai-chat-search': CfAiChatSearchEvent;
  'cf-ai-chat-result': CfAiChatResultEvent;
}

declare global {
  interface HTMLElementEventMap extends ChatEventMap {}
  // The events bubble: one listener on the document receives those of every chat.
  interface DocumentEventMap extends ChatEventMap {}
}
