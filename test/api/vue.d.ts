import type { HTMLAttributes, PublicProps } from 'vue';
import type { CfAiChatElement, ChatEventMap } from './element.js';
import type { ChatAttributes, ChatProperties } from './template.js';

type Camelize<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camelize<Rest>>}`
  : Name;

type Handlers = {
  [Name in keyof ChatEventMap as `on${Capitalize<Camelize<Name>>}`]?: (event: ChatEventMap[Name]) => void;
};
type Properties = {
  [Name in keyof ChatProperties]: number extends ChatProperties[Name]
    ? ChatProperties[Name] | `${number}`
    : ChatProperties[Name];
};

type Own = Properties & ChatAttributes & Handlers;
export type CfAiChatComponent = new () => CfAiChatElement & {
  $props: Own & Omit<HTMLAttributes & PublicProps, keyof Own>;
};

declare module 'vue' {
  interface GlobalComponents {
    'cf-ai-chat': CfAiChatComponent;
  }
}
