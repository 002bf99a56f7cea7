const FILE_NAME = /\/cf-ai-chat\.js(?:[?#]|$)/;
const SERVED_PATH = /^\/(?:v\/[^/]+\/)?cf-ai-chat\.js$/;

/** The tag this file was loaded by: `currentScript`, which modules do not have, else the last one that names the file. */
export function findOwnScript(): HTMLScriptElement | undefined {
  if (document.currentScript instanceof HTMLScriptElement) return document.currentScript;
  return [...document.scripts].findLast((candidate) => FILE_NAME.test(candidate.src));
}

/** Every `data-x` of the tag as attribute `x`. No list of names: whatever the element declares, works. */
export function readDataAttributes(script: HTMLScriptElement): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const { name, value } of script.attributes) {
    if (name.startsWith('data-')) settings[name.slice('data-'.length)] = value;
  }
  return settings;
}

/**
 * `/api/chat` of the script's origin, when the script was served as exactly `/cf-ai-chat.js` or
 * `/v/<version>/cf-ai-chat.js`: only our Worker serves it there. Empty anywhere else, such as on a CDN.
 */
export function deriveEndpoint(source: string): string {
  const url = parse(source);
  return url && SERVED_PATH.test(url.pathname) ? new URL('/api/chat', url).href : '';
}

/**
 * URL of a file of this release. The floating `/cf-ai-chat.js` of our Worker has its release in
 * `/v/<version>/`, so that a deployment never mixes releases; anywhere else the files lie beside the script.
 */
export function releaseUrl(source: string, version: string, path: string): string {
  const url = new URL(source, document.baseURI);
  return new URL(url.pathname === '/cf-ai-chat.js' ? `/v/${version}/${path}` : path, url).href;
}

function parse(source: string): URL | undefined {
  return URL.canParse(source) ? new URL(source) : undefined;
}
