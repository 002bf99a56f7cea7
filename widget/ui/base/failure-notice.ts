import { createElement } from './launcher.ts';

/** The words of the notice, and the language that they are in. */
export interface FailureWords {
  readonly loadFailed: string;
  readonly reload: string;
  readonly language: string;
}

/** Says that the panel's code did not come, with a button for another try and the page's own fallback content. */
export function failureNotice(
  { loadFailed, reload, language }: FailureWords,
  retry: () => void,
): HTMLElement {
  // English words may stand on a page that is written from right to left.
  const attributes = { class: 'notice', role: 'alert', lang: language, dir: 'auto' };
  const notice = createElement('div', attributes, loadFailed);
  const again = createElement('button', { type: 'button' }, reload);
  again.addEventListener('click', retry);
  // Lit's templates are no XML: on an XHTML page another try would fail as well.
  if (document.contentType === 'text/html') notice.append(again);
  notice.append(createElement('slot', {}));
  return notice;
}
