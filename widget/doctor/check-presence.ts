import type { Finding } from './finding.ts';
import { allText, childElements, listElements, type PageElement } from './page-element.ts';

/** Children that a chat may contain, or that are invisible anyway. */
const ALLOWED_CHILDREN = new Set(['#comment', 'script', 'style', 'template', 'noscript', 'link', 'meta']);

/** Script tags without an end tag (`/>` does not end them), which contain the rest of the page. */
export function checkUnclosedScripts(scripts: readonly PageElement[]): Finding[] {
  const unclosed = scripts.filter((tag) => tag.attributes.has('src') && /<[a-z!/]/i.test(allText(tag)));
  return unclosed.map(({ attributes }) => ({
    code: 'tag-unclosed',
    problem: `The script tag with src="${attributes.get('src')}" has no end, so browsers take what follows it for its content.`,
    remedy: 'Write </script> behind it: /> closes no tag in HTML.',
  }));
}

/**
 * Chats whose end tag is missing, so that they contain the rest of the page, which browsers then do not show. A chat may
 * contain text to show until its code is loaded; such a chat has an end tag, and the page goes on after it.
 */
export function checkUnclosedChats(parent: PageElement): Finding[] {
  const children = childElements(parent).filter(
    ({ attributes }) => attributes.get('id') !== 'cf-ai-chat-doctor',
  );
  const last = children.at(-1);
  const isOpen = last?.name === 'cf-ai-chat' && !(last.isClosed ?? hasTextBehind(parent, last));
  return [
    ...(isOpen ? checkContent(last) : []),
    ...children.filter((child) => child !== last || !isOpen).flatMap(checkUnclosedChats),
  ];
}

function hasTextBehind({ children }: PageElement, element: PageElement): boolean {
  const behind = children.slice(children.indexOf(element) + 1);
  return behind.some((child) => typeof child === 'string');
}

function checkContent(chat: PageElement): Finding[] {
  const swallowed = childElements(chat).filter(
    ({ name, attributes }) => !ALLOWED_CHILDREN.has(name) && !attributes.has('slot'),
  );
  if (swallowed.length === 0) return [];
  const names = [...new Set(swallowed.map(({ name }) => `<${name}>`))].slice(0, 3).join(', ');
  return [
    {
      code: 'tag-unclosed',
      problem: `<cf-ai-chat> has the rest of the page for its content (${names}), which browsers do not show there.`,
      remedy: 'Write </cf-ai-chat> right behind <cf-ai-chat>: /> closes no tag in HTML.',
    },
  ];
}

/** Chats that the page hides: a floating chat by its surroundings, other chats by their own attributes. */
export function checkHidden(root: PageElement): Finding[] {
  return listHidden(root).map((holder) => {
    const way = holder.attributes.has('hidden') ? ' hidden' : ` style="${holder.attributes.get('style')}"`;
    return chatHidden(`<${holder.name}${way}> hides it`);
  });
}

/** The finding that a chat is invisible. `reason` follows the words "Nobody sees the chat:". */
export function chatHidden(reason: string): Finding {
  const remedy = 'Let the page show it there, or put the chat right before </body>.';
  return { code: 'chat-hidden', problem: `Nobody sees the chat: ${reason}.`, remedy };
}

/** The finding that a page has no chat although its script is right. */
export function noChat(): Finding {
  return {
    code: 'no-chat',
    problem:
      'There is no chat on the page: mount="none" keeps the script from adding one, and there is no <cf-ai-chat>.',
    remedy:
      'Remove data-mount from the script tag, or write <cf-ai-chat></cf-ai-chat> where the chat belongs. Where a script adds it, open the page with ?cf-ai-chat-debug.',
  };
}

function listHidden(element: PageElement): PageElement[] {
  if (!isHidden(element)) return childElements(element).flatMap(listHidden);
  const chats = listElements(element).filter(({ name }) => name === 'cf-ai-chat');
  return chats.some((chat) => chat === element || (chat.attributes.get('mode') ?? 'floating') === 'floating')
    ? [element]
    : [];
}

function isHidden({ attributes }: PageElement): boolean {
  const isNone = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(
    attributes.get('style') ?? '',
  );
  return isNone || (attributes.has('hidden') && attributes.get('hidden') !== 'until-found');
}
