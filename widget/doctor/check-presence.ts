import type { Finding } from './finding.ts';
import { allText, childElements, listElements, type PageElement } from './page-element.ts';

/** Children of a chat that belong there, or that nobody would see elsewhere either. */
const AT_HOME = new Set(['#comment', 'script', 'style', 'template', 'noscript', 'link', 'meta']);

/** Script tags that are not closed, by themselves or by `/>`, and have the rest of the page for their content. */
export function checkUnclosedScripts(scripts: readonly PageElement[]): Finding[] {
  const unclosed = scripts.filter((tag) => tag.attributes.has('src') && /<[a-z!/]/i.test(allText(tag)));
  return unclosed.map(({ attributes }) => ({
    code: 'tag-unclosed',
    problem: `The script tag with src="${attributes.get('src')}" has no end, so browsers take what follows it for its content.`,
    remedy: 'Write </script> behind it: /> closes no tag in HTML.',
  }));
}

/**
 * Chats that have what follows them on the page for their content, which browsers then do not show. A chat may hold words until
 * its code has come: such a one is closed, and the page goes on behind it.
 */
export function checkSwallowed(parent: PageElement): Finding[] {
  const children = childElements(parent).filter(
    ({ attributes }) => attributes.get('id') !== 'cf-ai-chat-doctor',
  );
  const last = children.at(-1);
  const isOpen = last?.name === 'cf-ai-chat' && !(last.isClosed ?? hasTextBehind(parent, last));
  return [
    ...(isOpen ? checkContent(last) : []),
    ...children.filter((child) => child !== last || !isOpen).flatMap(checkSwallowed),
  ];
}

function hasTextBehind({ children }: PageElement, element: PageElement): boolean {
  const behind = children.slice(children.indexOf(element) + 1);
  return behind.some((child) => typeof child === 'string');
}

function checkContent(chat: PageElement): Finding[] {
  const swallowed = childElements(chat).filter(
    ({ name, attributes }) => !AT_HOME.has(name) && !attributes.has('slot'),
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

/** Chats that the page hides: floating ones with what they stand in, others by themselves. */
export function checkHidden(root: PageElement): Finding[] {
  return listHidden(root).map((holder) => {
    const way = holder.attributes.has('hidden') ? ' hidden' : ` style="${holder.attributes.get('style')}"`;
    return hidden(`<${holder.name}${way}> hides it`);
  });
}

/** A chat that nobody sees. `reason` goes on after "nobody sees the chat:". */
export function hidden(reason: string): Finding {
  const remedy = 'Let the page show it there, or put the chat right before </body>.';
  return { code: 'chat-hidden', problem: `Nobody sees the chat: ${reason}.`, remedy };
}

/** There is no chat, and nothing is wrong with the script. */
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
