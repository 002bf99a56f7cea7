const FILE_NAME = /\/cf-ai-chat\.js\b/;
const SERVED_PATH = /^(?:\/v\/[^/]+)?\/cf-ai-chat\.js$/;

/**
 * The tag this file was loaded by: `currentScript` if its address fits, else the last tag whose address
 * does. Modules have no `currentScript`, and in a tag manager it may be the manager's own.
 */
export function findOwnScript(): HTMLScriptElement | null {
  const current = document.currentScript as HTMLScriptElement | null;
  // Not `document.scripts`: on a page with `<img name="scripts">` that is the image.
  const scripts = document.querySelectorAll('script');
  return [...scripts, current].findLast((script) => FILE_NAME.test(script?.src ?? '')) ?? current;
}

/** Whether our Worker serves an address: then its `/api/chat` answers, and its releases lie in `/v/<version>/`. */
export function isServedByWorker({ pathname }: URL): boolean {
  return SERVED_PATH.test(pathname);
}
