import type { Walk } from './walk-plan.ts';

/** The chat's `stall-timeout` on these pages: longer than any pause of the model on a busy machine. */
const STALL_TIMEOUT_MS = 3_000;

/** The address of the first page of a walk, on the origin of the chat or on another one. */
export function addressOf(
  { site, persist, prerenders }: Pick<Walk, 'site' | 'persist' | 'prerenders'>,
  { url, pageUrl }: Readonly<Record<'url' | 'pageUrl', URL>>,
): string {
  const origin = site === 'own' ? url : pageUrl;
  return new URL(`/a?persist=${persist}&site=${site}${prerenders ? '&prerenders' : ''}`, origin).href;
}

/** A page with the chat, its script from the server at `front`, and a link to the page beside it. */
export function pageFor(front: URL, path: string, search: string): string {
  const parameters = new URLSearchParams(search);
  const isFromNpm = parameters.get('site') === 'cdn';
  const isForeign = parameters.get('site') === 'openai';
  const endpoint = isForeign ? '/v1/chat/completions' : '/api/chat';
  const format = isForeign ? 'request-format="openai"' : '';
  const backend = `endpoint="${front.origin}${endpoint}" ${format}`;
  // Relative on the Worker's own origin. The endpoint of ours follows from the address of the script.
  const isNear = ['own', 'cdn'].includes(parameters.get('site') ?? '');
  const script = isNear ? '' : front.origin;
  const other = path === '/a' ? '/b' : '/a';
  const rules = `<script type="speculationrules">{"prerender": [{"urls": ["${other}${search}"], "eagerness": "immediate"}]}</script>`;
  const isPrerendered = parameters.has('prerenders');
  // Inline panels are loaded in view, and nothing of a prerendered page is in view.
  const open = isPrerendered ? 'mode="floating" open loading="eager"' : 'mode="inline"';
  const mode = parameters.has('floating') ? 'mode="floating"' : open;
  return `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
<body style="margin: 0; height: 100vh; display: grid; grid-template-rows: auto 1fr">
<script>addEventListener('pageshow', ({ persisted }) => document.body.toggleAttribute('restored', persisted))</script>
<p><a href="/a${search}">First page</a> <a href="/b${search}">Second page</a></p>
<cf-ai-chat ${mode} persist="${parameters.get('persist')}" stall-timeout="${STALL_TIMEOUT_MS}" ${isForeign || isFromNpm ? backend : ''}></cf-ai-chat>
<script src="${script}/cf-ai-chat.js" data-mount="none"></script>
${isPrerendered ? rules : ''}`;
}

/** How a page came to be shown, as it says itself. */
export interface Arrival {
  /** The page that is left has not gone yet: it still answers with its own name. */
  readonly leaving: string | undefined;
  readonly isRestored: boolean;
  readonly isActivated: boolean;
}

/** Runs in the page: marks it by a name, to tell it from the next page. */
export function markLeaving(name: string): void {
  document.documentElement.dataset['leaving'] = name;
}

/** Runs in the page. */
export function readArrival(): Arrival {
  const [navigation] = performance.getEntriesByType('navigation');
  return {
    leaving: document.documentElement?.dataset['leaving'],
    isRestored: document.body?.hasAttribute('restored') ?? false,
    isActivated:
      ((navigation as { readonly activationStart?: number } | undefined)?.activationStart ?? 0) > 0,
  };
}
