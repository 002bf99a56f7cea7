import type { ChatHost } from '../element/chat-host.ts';
import { find } from '../base/find.ts';

const GLIDE = { duration: 250, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

/**
 * Draws a panel. Marks a panel without messages: if the chat fills the page, its composer then stands in the middle. With the
 * first message the composer moves to its place in an animation.
 *
 * @param root the element into which `draw` draws the panel
 */
export function drawFirstView(
  { mode }: ChatHost,
  root: HTMLElement,
  isEmpty: boolean,
  draw: () => void,
): void {
  const isLeaving = !isEmpty && root.classList.contains('first') && mode === 'page';
  const from = isLeaving ? topOf(root) : undefined;
  root.classList.toggle('first', isEmpty);
  draw();
  if (from === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const transform = `translateY(${from - topOf(root)}px)`;
  find(root, '.composer').animate([{ transform }, { transform: 'none' }], GLIDE);
}

function topOf(root: HTMLElement): number {
  return find(root, '.composer').getBoundingClientRect().top;
}
