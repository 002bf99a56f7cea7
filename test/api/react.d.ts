import type { DetailedHTMLProps, HTMLAttributes, ReactElement, Ref } from 'react';
import type { CfAiChatElement, ChatEventMap } from './element.js';
import type { ChatAttributes, ChatHandlers, ChatProperties } from './template.js';
export interface ChatComponentHandlers {
  onShow?: ((event: ChatEventMap['cf-ai-chat-show']) => void) | undefined;
  onHide?: ((event: ChatEventMap['cf-ai-chat-hide']) => void) | undefined;
  onClear?: ((event: ChatEventMap['cf-ai-chat-clear']) => void) | undefined;
  onAfterShow?: ((event: ChatEventMap['cf-ai-chat-after-show']) => void) | undefined;
  onAfterHide?: ((event: ChatEventMap['cf-ai-chat-after-hide']) => void) | undefined;
  onReady?: ((event: ChatEventMap['cf-ai-chat-ready']) => void) | undefined;
  onSend?: ((event: ChatEventMap['cf-ai-chat-send']) => void) | undefined;
  onRequest?: ((event: ChatEventMap['cf-ai-chat-request']) => void) | undefined;
  onResponseStart?: ((event: ChatEventMap['cf-ai-chat-response-start']) => void) | undefined;
  onResponseEnd?: ((event: ChatEventMap['cf-ai-chat-response-end']) => void) | undefined;
  onError?: ((event: ChatEventMap['cf-ai-chat-error']) => void) | undefined;
  onStop?: ((event: ChatEventMap['cf-ai-chat-stop']) => void) | undefined;
  onStatusChange?: ((event: ChatEventMap['cf-ai-chat-status-change']) => void) | undefined;
  onLink?: ((event: ChatEventMap['cf-ai-chat-link']) => void) | undefined;
  onContact?: ((event: ChatEventMap['cf-ai-chat-contact']) => void) | undefined;
  onSearch?: ((event: ChatEventMap['cf-ai-chat-search']) => void) | undefined;
  onResult?: ((event: ChatEventMap['cf-ai-chat-result']) => void) | undefined;
  onAttach?: ((event: ChatEventMap['cf-ai-chat-attach']) => void) | undefined;
  onApproval?: ((event: ChatEventMap['cf-ai-chat-approval']) => void) | undefined;
  onFeedback?: ((event: ChatEventMap['cf-ai-chat-feedback']) => void) | undefined;
}

type OwnOfComponent = ChatProperties & ChatComponentHandlers;
export type ChatComponentProps = OwnOfComponent &
  Omit<HTMLAttributes<CfAiChatElement>, keyof OwnOfComponent> & {
    ref?: Ref<CfAiChatElement> | undefined;
  };
export declare function CfAiChat(props: ChatComponentProps): ReactElement;

type Own = ChatProperties & ChatAttributes & ChatHandlers;
export type CfAiChatProps = Own &
  Omit<DetailedHTMLProps<HTMLAttributes<CfAiChatElement>, CfAiChatElement>, keyof Own>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'cf-ai-chat': CfAiChatProps;
    }
  }
}
