import { isObject, type JsonObject } from '../../../protocol/json.ts';
import { readWords } from '../../base/read-lists.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import { type Fact, fitMetadata } from './fit-metadata.ts';
import type { Chat } from '../../feature/chat.ts';

/** A longer address is sent without its query. */
const MAX_URL_CHARACTERS = 1_000;
const MAX_TITLE_BYTES = 300;

/** Facts about the page that are sent with a question, as the setting `pageContext` selects them. */
export class PageContext {
  readonly #host: ChatHost;
  #selection = '';

  constructor({ host, signal }: Pick<Chat, 'host' | 'signal'>) {
    this.#host = host;
    this.#readSelection();
    document.addEventListener('selectionchange', () => this.#readSelection(), { signal });
  }

  /**
   * Adds the facts about the page to the `metadata` of a request's body; values set by the page's owner are kept. Not for the
   * formats `openai` and `openai-responses`: there `metadata` labels the stored answer, and no model reads it.
   */
  addTo(body: JsonObject): JsonObject {
    const { pageContext, requestFormat } = this.#host;
    const { metadata = {} } = body;
    if (requestFormat.startsWith('openai') || !isObject(metadata)) return body;
    const names = readWords(pageContext);
    const facts = this.#facts().filter(({ name }) => names.includes(name));
    const told = fitMetadata(metadata, facts);
    return Object.keys(told).length === 0 ? body : { ...body, metadata: told };
  }

  #facts(): readonly Fact[] {
    // Not `document.title`: on a page with `<img name="title">` that is the image.
    const title = document.querySelector('head > title')?.textContent ?? '';
    return [
      { name: 'url', text: pageAddress(), isCuttable: false },
      { name: 'title', text: oneLine(title), isCuttable: true, maxBytes: MAX_TITLE_BYTES },
      { name: 'selection', text: oneLine(this.#selection), isCuttable: true },
    ];
  }

  /**
   * Reads the page's selection. Browsers end a selection when focus moves to a text box, so the last one is kept while focus
   * is in the chat.
   */
  #readSelection(): void {
    const root = this.#host.renderRoot as ShadowRoot;
    const selection = document.getSelection();
    // For a selection inside the chat, Chromium reports a collapsed one, Firefox the node.
    if (selection && !selection.isCollapsed && selection.anchorNode?.getRootNode() !== root)
      this.#selection = selection.toString();
    // Not `:focus-within`, which in Chromium does not match inside a popover of a shadow root.
    else if (!root.activeElement) this.#selection = '';
  }
}

/** The address of the page without its fragment, which servers do not receive either, and without user name and password. */
function pageAddress(): string {
  const url = Object.assign(new URL(location.href), { hash: '', username: '', password: '' });
  if (url.href.length > MAX_URL_CHARACTERS) url.search = '';
  return url.href;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
