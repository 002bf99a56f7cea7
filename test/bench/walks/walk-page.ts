import type { Walk } from './walk-plan.ts';

/** Shorter than the patience of a person, and longer than any pause of the model and the busy machine. */
const STALL_TIMEOUT_MS = 3_000;

/** The address of the first page of a walk, on the origin of the chat or on another one. */
export function addressOf(
  { site, persist }: Pick<Walk, 'site' | 'persist'>,
  { url, pageUrl }: Readonly<Record<'url' | 'pageUrl', URL>>,
): string {
  const origin = site === 'own' ? url : pageUrl;
  return new URL(`/a?persist=${persist}&site=${site}`, origin).href;
}

/** A page with the chat, its script from the server at `front`, and a link to the page beside it. */
export function pageFor(front: URL, search: string): string {
  const parameters = new URLSearchParams(search);
  const isForeign = parameters.get('site') === 'openai';
  const backend = `endpoint="${front.origin}/v1/chat/completions" request-format="openai"`;
  // Relative on the Worker's own origin. The endpoint of ours follows from the address of the script.
  const script = parameters.get('site') === 'own' ? '' : front.origin;
  return `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
<body style="margin: 0; height: 100vh; display: grid; grid-template-rows: auto 1fr">
<p><a href="/a${search}">First page</a> <a href="/b${search}">Second page</a></p>
<cf-ai-chat mode="inline" persist="${parameters.get('persist')}" stall-timeout="${STALL_TIMEOUT_MS}" ${isForeign ? backend : ''}></cf-ai-chat>
<script src="${script}/cf-ai-chat.js" data-mount="none"></script>`;
}
