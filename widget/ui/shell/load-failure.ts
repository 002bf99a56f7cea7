import { createElement } from './launcher.ts';
import type { ShellWords } from '../words/shell-words.ts';

/** Shows that the panel's code did not come: a way to try again, and the page's own fallback content. */
export function drawLoadFailure(container: HTMLElement, words: ShellWords, retry: () => void): void {
  const button = createElement('button', { type: 'button' }, words.reload);
  button.addEventListener('click', retry);
  const fallback = createElement('slot', {});
  container.replaceChildren(
    createElement('div', { class: 'notice', role: 'alert' }, words.loadFailed, ' ', button, fallback),
  );
}
