import { CfAiChatElement } from './ui/shell/cf-ai-chat-element.ts';

CfAiChatElement.environment = {
  loadPanel: () => import('./ui/panel/panel.ts'),
  loadLauncher: () => import('./ui/features/launcher/launcher.ts'),
  loadSearch: () => import('./ui/features/search/opener.ts'),
  loadNotices: () => import('./ui/features/notices/notices.ts'),
  defaults: {},
};

export { CfAiChatElement };
export type { SendOptions } from './ui/element/send-options.ts';
export type { MessageInput } from './conversation/parse-messages.ts';
export type { Resolvable } from './ui/element/chat-settings-element.ts';
export type { ChatStatus } from './conversation/state.ts';
export type { StringOverrides } from './ui/strings/strings.ts';
export type { ChatEventMap } from './ui/element/event-map.ts';
export type * from './ui/element/events.ts';
export type { CfAiChatAttachEvent } from './ui/element/attach-event.ts';
export type { CfAiChatContactEvent } from './ui/element/contact-event.ts';
export type { CfAiChatApprovalEvent } from './ui/element/approval-event.ts';
export type { PageTool } from './interrupts/page-tool.ts';
export type { CfAiChatFeedbackEvent } from './ui/element/feedback-event.ts';
export type * from './ui/element/search-events.ts';
export type * from './protocol/chat-message.ts';
export type * from './protocol/chat-event.ts';
export type * from './protocol/transport.ts';
export { ChatError, type ChatErrorCode } from './protocol/chat-error.ts';
