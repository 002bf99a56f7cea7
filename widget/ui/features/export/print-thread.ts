import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { type ThreadView, threadDocument } from './thread-document.ts';
import { drawFormulas } from './draw-formulas.ts';
import { threadStyles } from './thread.styles.ts';

/** Longest wait for pictures. */
const PATIENCE_MS = 3_000;

/**
 * Prints a conversation without the rest of the page, from an iframe. The iframe has no address and so the page's policies:
 * therefore its content is built from nodes and its styles are adopted. Resolves once the browser has been asked to print.
 */
export async function printThread(messages: readonly ChatMessage[], thread: ThreadView): Promise<void> {
  const { host, strings } = thread;
  const frame = await openFrame(host.renderRoot);
  const page = frame.contentDocument;
  const view = page?.defaultView;
  if (!page || !view) throw new Error('expected a frame with a document');
  const sheet = new view.CSSStyleSheet();
  page.adoptedStyleSheets = [sheet];
  page.title = host.heading || strings.heading;
  page.documentElement.lang = host.language;
  page.documentElement.dir = getComputedStyle(host.panelContainer).direction;
  sheet.replaceSync(threadStyles);
  page.body.append(threadDocument(messages, thread));
  await drawFormulas(page.body, (css) => sheet.replaceSync(threadStyles + css));
  await picturesIn(page);
  view.addEventListener('afterprint', () => setTimeout(() => frame.remove()));
  view.focus();
  view.print();
}

/** Creates an invisible iframe, replacing an earlier one. Not `display: none`, because then some browsers print nothing. */
async function openFrame(root: HTMLElement | DocumentFragment): Promise<HTMLIFrameElement> {
  root.querySelector('iframe.print')?.remove();
  const frame = document.createElement('iframe');
  frame.className = 'print';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.style.cssText = 'position: fixed; inset: 0; width: 0; height: 0; border: 0; visibility: hidden';
  await new Promise((resolve) => {
    // Firefox replaces the document until `load`.
    frame.addEventListener('load', resolve, { once: true });
    root.append(frame);
  });
  return frame;
}

async function picturesIn(page: Document): Promise<void> {
  const pictures = [...page.images].map((picture) => picture.decode().catch(() => undefined));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  if (pictures.length > 0) await Promise.race([Promise.all(pictures), late]);
}
