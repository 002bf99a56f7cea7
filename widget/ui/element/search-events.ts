import type { SearchRequest } from '../../transport/search/search-source.ts';
import { ChatElementEvent } from './events.ts';

/**
 * The visitor's text is about to be searched for; fired after typing, once the visitor pauses. Cancelable: nothing is searched
 * for.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-search', ({ request }) => {
 *   if (request) request.headers['authorization'] = `Bearer ${searchKey}`; // Meilisearch
 * });
 */
export class CfAiChatSearchEvent extends ChatElementEvent {
  /** The text to search for. */
  readonly text: string;
  /** The request, which may be changed; undefined where a module or a folder is searched. */
  readonly request: SearchRequest | undefined;
  constructor(text: string, request?: SearchRequest) {
    super('cf-ai-chat-search', { cancelable: true });
    this.text = text;
    this.request = request;
  }
}

/**
 * The visitor is about to open a result. Cancelable: the page can then open it itself.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-result', (event) => {
 *   track('result', { text: event.text, position: event.position }); // { text: 'returns', position: 1 }
 * });
 */
export class CfAiChatResultEvent extends ChatElementEvent {
  /** Absolute URL, with the anchor of the section. */
  readonly url: string;
  /** Position of the page among the results, from 1. */
  readonly position: number;
  /** The text that was searched for. */
  readonly text: string;
  constructor(url: string, position: number, text: string) {
    super('cf-ai-chat-result', { cancelable: true });
    this.url = url;
    this.position = position;
    this.text = text;
  }
}
