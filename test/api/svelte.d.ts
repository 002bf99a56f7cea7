import type { HTMLAttributes } from 'svelte/elements';
import type { CfAiChatElement } from './element.js';
import type { ChatAttributes, ChatHandlers, ChatProperties } from './template.js';

type Own = ChatProperties & ChatAttributes & ChatHandlers;
export type CfAiChatAttributes = Own & Omit<HTMLAttributes<CfAiChatElement>, keyof Own>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'cf-ai-chat': CfAiChatAttributes;
  }
}
