import type { CfAiChatElement } from '../../ui/shell/cf-ai-chat-element.ts';
import { readEndpoint } from '../../protocol/endpoint.ts';
import { checkMarkup } from '../check-markup.ts';
import { parsePolicies, type Policy } from '../content-security-policy.ts';
import { TIME_LIMIT_MS } from '../endpoint-findings.ts';
import { isChatScript, type Installation } from '../installation.ts';
import { readElement } from './read-element.ts';

/** The chats on the page. The script tag's API also lists those in shadow roots of the page. */
export function findChats(): readonly CfAiChatElement[] {
  const { elements } = Object(window.cfAiChat) as { readonly elements?: readonly CfAiChatElement[] };
  return elements ?? [...document.querySelectorAll<CfAiChatElement>('cf-ai-chat')];
}

/** Reads the installation of the page on which this code runs. */
export async function readDocument(): Promise<Installation> {
  const endpoints = findChats().flatMap(({ endpoint, requestFormat }) =>
    endpoint ? (readEndpoint(endpoint, document.baseURI, requestFormat) ?? []) : [],
  );
  return {
    page: new URL(location.href),
    policies: await readPolicies(),
    scripts: [...document.querySelectorAll('script')]
      .filter(({ src }) => isChatScript(src) && URL.canParse(src))
      .map(({ src, nonce, integrity, crossOrigin }) => ({
        src: new URL(src),
        nonce,
        integrity,
        isCorsRequest: crossOrigin !== null,
      })),
    endpoints: [...new Map(endpoints.map((url) => [url.href, url])).values()],
    mistakes: checkMarkup(readElement(document.documentElement), new URL(location.href)),
    hasBotCheck: findChats().some(({ turnstileSitekey }) => Boolean(turnstileSitekey)),
    fileFormats: findChats()
      .filter(({ attachments }) => attachments?.length > 0)
      .map(({ requestFormat }) => requestFormat),
    jsonSettings: [
      ...document.querySelectorAll<HTMLScriptElement>('cf-ai-chat > script[type="application/json"]'),
    ].map(({ text }) => text),
  };
}

/** The policies in the page's HTML, and those of its header, for which a script must request the page again. */
async function readPolicies(): Promise<Policy[]> {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="content-security-policy" i]');
  const header = await fetch(location.href, {
    cache: 'force-cache',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).then(
    ({ headers }) => headers.get('content-security-policy') ?? '',
    // The policy itself may forbid this request. Then the report shows only what the policy visibly blocks.
    () => '',
  );
  return [header, ...[...metas].map(({ content }) => content)].flatMap(parsePolicies);
}
