import { applySettings, type Settings } from '../ui/element/apply-settings.ts';
import type { CfAiChatElement } from '../ui/shell/cf-ai-chat-element.ts';
import { mountPermanently } from './mount-permanently.ts';

/** Settings for a new or existing chat, or a method to call on a chat. */
export type QueueItem = Settings | MethodCall;

/** The name of a method, followed by its arguments. */
export type MethodCall = readonly [method: string, ...args: unknown[]];

/** `window.cfAiChat` once the script has loaded. */
export interface PageApi {
  readonly version: string;
  /** Every chat on the page, in document order; those inside the page's shadow roots come last. */
  readonly elements: readonly CfAiChatElement[];
  /**
   * Takes settings or method calls. Settings update the chat whose `instance` they name, else the floating chat; if there is
   * none, they add it. A method is called on the floating chat, else on the first chat. Items wait until the page is parsed.
   * An error in an item, such as `['opn']`, fires the page's `error` event, and the other items are still handled.
   */
  push(...items: readonly QueueItem[]): void;
}

declare global {
  interface Window {
    /**
     * Before the script has loaded: the page's settings, or a list of items. After that: the API.
     *
     * @example
     * (window.cfAiChat ??= []).push(['show']);
     */
    get cfAiChat(): PageApi | QueueItem[] | undefined;
    set cfAiChat(value: PageApi | Settings | readonly QueueItem[] | undefined);
  }
}

/**
 * Creates the page's API. Call `start` once the page is parsed: it adds a floating chat where there is none, unless its
 * argument is `none`, and handles the items that waited. `connected`: the chats in the document, including those in shadow
 * roots of the page.
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
  const handleItem = (item: QueueItem): void => {
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
          handleItem(item);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
  const start = (mountSetting: unknown): void => {
    isParsed = true;
    handleItem({ mount: mountSetting });
    api.push();
  };
  return { api, start };
}

/** Whether an item is a method call. */
export function isCall(item: QueueItem): item is MethodCall {
  return Array.isArray(item);
}
