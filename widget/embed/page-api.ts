import { applySettings, type Settings } from '../ui/element/apply-settings.ts';
import type { CfAiChatElement } from '../ui/shell/cf-ai-chat-element.ts';
import { mountPermanently } from './mount-permanently.ts';

/** Settings to mount or update a chat with, or a method to call on it with its arguments. */
export type QueueItem = Settings | MethodCall;

/** A method's name, and its arguments. */
export type MethodCall = readonly [method: string, ...args: unknown[]];

/** `window.cfAiChat` once the script has loaded. */
export interface PageApi {
  readonly version: string;
  /** Every chat on the page, in the order of the document; those in shadow roots of the page's at the end. */
  readonly elements: readonly CfAiChatElement[];
  /**
   * Settings update the chat of the `instance` they name, else the floating one, and mount it where there
   * is none; a method is called on the floating chat, else the first. Until the page is parsed, items wait. The error of an
   * item, such as `['opn']`, is reported to the page's `error` listeners and keeps no other from being taken.
   */
  push(...items: readonly QueueItem[]): void;
}

declare global {
  interface Window {
    /**
     * Before the script has loaded: what the page has set, settings or a list of items. Afterwards: the API.
     *
     * @example
     * (window.cfAiChat ??= []).push(['show']);
     */
    get cfAiChat(): PageApi | QueueItem[] | undefined;
    set cfAiChat(value: PageApi | Settings | readonly QueueItem[] | undefined);
  }
}

/**
 * Gives the page its API. `start` is for when the page is parsed: it mounts a floating chat where there is none,
 * unless its argument is `none`, and takes the items that waited. `connected`: the chats, also those in shadow roots of the page's.
 */
export function createPageApi(
  version: string,
  waiting: QueueItem[],
  connected: Iterable<CfAiChatElement> = [],
) {
  let isParsed = false;
  const find = (instance?: unknown): CfAiChatElement | undefined =>
    api.elements.find((chat) => (instance ? chat.instance === instance : chat.isFloating || chat.isInDialog));
  const mount = (settings: Settings): void => {
    const chat = document.createElement('cf-ai-chat') as CfAiChatElement;
    applySettings(chat, settings);
    const isWanted = (): boolean => !find(settings['instance']);
    mountPermanently(chat, isWanted, () => mount(settings));
  };
  const take = (item: QueueItem): void => {
    if (isCall(item)) {
      const chat = find() ?? api.elements[0];
      if (!chat) return;
      const method: unknown = Reflect.get(chat, item[0]);
      if (typeof method !== 'function') throw new TypeError(`<cf-ai-chat> has no method ${item[0]}`);
      Reflect.apply(method, chat, item.slice(1));
    } else {
      const chat = find(item['instance']);
      if (chat) applySettings(chat, item);
      else if (item['mount'] !== 'none') mount(item);
    }
  };
  const api: PageApi = {
    version,
    get elements() {
      return [...new Set([...document.querySelectorAll<CfAiChatElement>('cf-ai-chat'), ...connected])];
    },
    push(...items) {
      waiting.push(...items);
      if (!isParsed) return;
      for (const item of waiting.splice(0)) {
        try {
          take(item);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
  const start = (mounting: unknown): void => {
    isParsed = true;
    take({ mount: mounting });
    api.push();
  };
  return { api, start };
}

/** Whether an item calls a method. */
export function isCall(item: QueueItem): item is MethodCall {
  return Array.isArray(item);
}
