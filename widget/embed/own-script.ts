const FILE_NAME = /\/cf-ai-chat\.js\b/;
const SERVED_PATH = /^(?:\/v\/[^/]+)?\/cf-ai-chat\.js$/;

/**
 * The script element that loaded this file: `currentScript` if its address fits, else the last script whose address fits.
 * Modules have no `currentScript`, and in a tag manager it may be the manager's script.
 */
export function findOwnScript(): HTMLScriptElement | null {
  const current = document.currentScript as HTMLScriptElement | null;
  // Not `document.scripts`: on a page with `<img name="scripts">` that returns the image.
  const scripts = document.querySelectorAll('script');
  return [...scripts, current].findLast((script) => FILE_NAME.test(script?.src ?? '')) ?? current;
}

/** Whether our Worker serves an address. If so, the Worker has `/api/chat` and the releases in `/v/<version>/`. */
export function isServedByWorker({ pathname }: URL): boolean {
  return SERVED_PATH.test(pathname);
}
