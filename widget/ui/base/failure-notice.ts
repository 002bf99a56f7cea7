import { createElement } from './launcher.ts';

/** The texts of the notice, and their language. */
export interface FailureWords {
  readonly loadFailed: string;
  readonly reload: string;
  readonly language: string;
}

/** The notice that the panel's code did not load, with a button to try again and the page's own fallback content. */
export function failureNotice(
  { loadFailed, reload, language }: FailureWords,
  retry: () => void,
): HTMLElement {
  // `dir`: English texts may stand on a page that is written from right to left.
  const attributes = { class: 'notice', role: 'alert', lang: language, dir: 'auto' };
  const notice = createElement('div', attributes, loadFailed);
  const again = createElement('button', { type: 'button' }, reload);
  again.addEventListener('click', retry);
  // No button on an XHTML page: Lit's templates are not valid XML, so another try would fail as well.
  if (document.contentType === 'text/html') notice.append(again);
  notice.append(createElement('slot', {}));
  return notice;
}
