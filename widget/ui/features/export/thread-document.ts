import { linkAttributes } from '../../../markdown/url-gate.ts';
import {
  type ChatMessage,
  type FilePart,
  filesOf,
  type SourcePart,
  sourcesOf,
  textOf,
} from '../../../protocol/chat-message.ts';
import { statusNote } from '../../base/status-note.ts';
import { speakerLabel } from '../../base/speaker.ts';
import { textLanguage } from '../../base/text-language.ts';
import { readWords } from '../../base/read-lists.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import { createElement } from '../../base/launcher.ts';
import type { Renderer } from '../renderer/renderer.ts';
import type { Strings } from '../../strings/strings.ts';

/** Options for a printed conversation. */
export interface ThreadView {
  readonly host: ChatHost;
  readonly strings: Strings;
  readonly renderer: Pick<Renderer, 'render'>;
  /** Returns the interrupts of an answer as lines of text. Default: none. */
  readonly asked?: (message: ChatMessage) => readonly string[];
}

/** A conversation for printing: title and date, then each message under its speaker, with its sources. */
export function threadDocument(messages: readonly ChatMessage[], view: ThreadView): DocumentFragment {
  const { host, strings } = view;
  const content = document.createDocumentFragment();
  const began = messages[0]?.createdAt ?? Date.now();
  const date = new Intl.DateTimeFormat(host.language, { dateStyle: 'long', timeStyle: 'short' }).format(
    began,
  );
  content.append(
    createElement('h1', {}, host.heading || strings.heading),
    createElement('p', { class: 'about' }, `${date} · ${location.href}`),
    ...messages.map((message) => article(message, view)),
  );
  for (const link of content.querySelectorAll<HTMLAnchorElement>("a[href]:not([href^='#'])"))
    showAddress(link);
  for (const details of content.querySelectorAll('details')) details.open = true;
  return content;
}

function article(
  message: ChatMessage,
  { host, strings, renderer, asked = () => [] }: ThreadView,
): HTMLElement {
  const text = textOf(message);
  const body = createElement('div', { class: 'body', lang: textLanguage(text, host.language), dir: 'auto' });
  if (message.role === 'user') body.append(text);
  else body.append(renderer.render(text, { imageSources: readWords(host.imageSources) }));
  const by = createElement('h2', {}, speakerLabel(message, strings));
  const note = statusNote(message, strings);
  return createElement(
    'article',
    { class: message.role },
    by,
    body,
    ...fileList(filesOf(message)),
    ...asked(message).map((line) => createElement('p', { class: 'about' }, line)),
    ...(note ? [createElement('p', { class: 'about' }, note)] : []),
    ...sourceList(sourcesOf(message), strings),
  );
}

/** The name of each file, under its preview if there is one. */
function fileList(files: readonly FilePart[]): readonly HTMLElement[] {
  return files.map(({ name = '', url }) => {
    const picture = url.startsWith('data:image/') ? [createElement('img', { src: url, alt: '' })] : [];
    return createElement('p', { class: 'file' }, ...picture, name);
  });
}

function sourceList(sources: readonly SourcePart[], strings: Strings): readonly HTMLElement[] {
  if (sources.length === 0) return [];
  const items = sources.map(({ title, url }) => {
    const link = linkAttributes(url);
    const name = title || url;
    return createElement('li', {}, link ? createElement('a', { href: link.href }, name) : name);
  });
  return [createElement('h3', {}, strings.sources), createElement('ol', { class: 'sources' }, ...items)];
}

/** Adds the address after a link, unless it is the link's text: on paper a link cannot be opened. */
function showAddress(link: HTMLAnchorElement): void {
  const address = link.href.replace(/^(?:mailto|tel):/, '');
  const isShown = [address, link.href].some((text) => link.textContent.includes(text.replace(/\/$/, '')));
  if (!isShown) link.append(createElement('span', { class: 'address', dir: 'ltr' }, ` (${address})`));
}
