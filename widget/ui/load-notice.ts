import { createElement } from './launcher.ts';
import type { ShellWords } from './strings/shell-words.ts';

/** Shows that the panel's code is on its way; invisible for the first moments, so that a fast load does not flash. */
export function drawLoading(container: HTMLElement, words: ShellWords): void {
  container.replaceChildren(createElement('p', { class: 'notice loading', role: 'status' }, words.loading));
}

/** Shows that the panel's code did not come: the page's own fallback content, and a way to try again. */
export function drawLoadFailure(container: HTMLElement, words: ShellWords, retry: () => void): void {
  const button = createElement('button', { type: 'button' }, words.retry);
  button.addEventListener('click', retry);
  container.replaceChildren(
    createElement(
      'div',
      { class: 'notice', role: 'alert' },
      words.loadFailed,
      createElement('br', {}),
      button,
    ),
    createElement('slot', {}),
  );
}
