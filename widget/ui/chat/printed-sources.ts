import { linkAttributes } from '../../markdown/url-gate.ts';
import { type SourcePart, sourcesOf } from '../../protocol/chat-message.ts';
import { createElement } from '../base/launcher.ts';
import { titleOf } from '../base/title-of.ts';
import type { Chat } from '../feature/chat.ts';

/**
 * While the page is printed, lists the sources of every answer with their numbers and addresses. On a screen, pressing a
 * number opens its source; on paper nothing else explains `[1]`.
 */
export function printSources({ root, conversation, signal }: Chat): void {
  let printed: readonly Element[] = [];
  const handleBefore = (): void => {
    const { messages } = conversation.state;
    printed = [...root.querySelectorAll('.message.assistant')].flatMap((element) => {
      const message = messages.find(({ id }) => id === element.getAttribute('data-id'));
      const sources = message ? sourcesOf(message) : [];
      if (sources.length === 0) return [];
      const list = createElement('ol', { class: 'printed-sources' }, ...sources.map(toItem));
      element.append(list);
      return [list];
    });
  };
  addEventListener('beforeprint', handleBefore, { signal });
  addEventListener('afterprint', () => printed.forEach((list) => list.remove()), { signal });
}

function toItem(source: SourcePart): HTMLElement {
  const link = linkAttributes(source.url);
  const address = link
    ? [' ', createElement('span', { dir: 'ltr' }, new URL(link.href, document.baseURI).href)]
    : [];
  return createElement('li', {}, createElement('bdi', {}, titleOf(source)), ...address);
}
