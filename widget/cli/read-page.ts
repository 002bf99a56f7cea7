import { isServedByWorker } from '../embed/own-script.ts';
import { REQUEST_FORMATS, type RequestFormat } from '../protocol/request-format.ts';
import { readEndpoint } from '../protocol/endpoint.ts';
import { checkMarkup } from '../doctor/check-markup.ts';
import { parsePolicies } from '../doctor/content-security-policy.ts';
import { readTags, visibleHtml, type Attributes } from '../doctor/html-tags.ts';
import { isChatScript, type Installation, type InstalledScript } from '../doctor/installation.ts';

/** What was found on a page, and how each of its endpoints is asked. */
export interface PageReading extends Installation {
  /** By the endpoint's absolute URL. */
  readonly requestFormats: ReadonlyMap<string, RequestFormat>;
}

/** Finds the chat in the HTML of a page, without running it. `policy` is the header of that name, or empty. */
export function readPage(html: string, page: URL, policy: string): PageReading {
  const visible = visibleHtml(html);
  // An address that cannot be read is one of the mistakes.
  const scriptTags = readTags(visible, 'script').filter(
    (tag) => isChatScript(tag.get('src') ?? '') && URL.canParse(tag.get('src') ?? '', page.href),
  );
  const scripts = scriptTags.map((tag): InstalledScript => {
    return {
      src: new URL(tag.get('src') ?? '', page),
      nonce: tag.get('nonce') ?? '',
      integrity: tag.get('integrity') ?? '',
      isCorsRequest: tag.has('crossorigin'),
    };
  });
  const metaPolicies = readTags(visible, 'meta')
    .filter((tag) => tag.get('http-equiv')?.toLowerCase() === 'content-security-policy')
    .map((tag) => tag.get('content') ?? '');
  const elements = readTags(visible, 'cf-ai-chat');
  const requestFormats = findEndpoints(scriptTags, elements, page);
  return {
    page,
    scripts,
    policies: [policy, ...metaPolicies].flatMap(parsePolicies),
    endpoints: [...requestFormats.keys()].map((endpoint) => new URL(endpoint)),
    hasBotCheck:
      scriptTags.some((tag) => tag.get('data-turnstile-sitekey')) ||
      elements.some((tag) => tag.get('turnstile-sitekey')),
    jsonSettings: readJsonSettings(visible),
    mistakes: checkMarkup(html, page),
    requestFormats,
  };
}

/** Those of the elements; the script's own where an element says nothing, or the script adds one. */
function findEndpoints(
  scripts: readonly Attributes[],
  elements: readonly Attributes[],
  page: URL,
): Map<string, RequestFormat> {
  const [script] = scripts;
  const source = new URL(script?.get('src') ?? '', page);
  const setting = (name: string): string | undefined =>
    script?.get(`data-${name}`) ?? source.searchParams.get(name) ?? undefined;
  const derived = isServedByWorker(source) ? new URL('/api/chat', source).href : '';
  const hasFloating = elements.some(
    (chat) => (chat.get('mode') ?? setting('mode') ?? 'floating') === 'floating',
  );
  const isAdded = !hasFloating && (setting('mount') !== 'none' || elements.length === 0);
  const chats = isAdded ? [...elements, new Map<string, string>()] : elements;
  const endpoints = chats.map((chat): [string, RequestFormat] => {
    const endpoint = chat.get('endpoint') || setting('endpoint') || derived;
    const format = chat.get('request-format') ?? setting('request-format');
    const known = REQUEST_FORMATS.find((name) => name === format);
    const url = endpoint ? readEndpoint(endpoint, page, known) : undefined;
    return [url?.href ?? '', known ?? 'messages'];
  });
  return new Map(endpoints.filter(([endpoint]) => endpoint !== ''));
}

/** The content of JSON scripts inside of chats. */
function readJsonSettings(html: string): string[] {
  const chats = html.matchAll(/<cf-ai-chat\b[^>]*>([\s\S]*?)<\/cf-ai-chat>/gi);
  const json = /<script\b[^>]*type\s*=\s*["']?application\/json["']?[^>]*>([\s\S]*?)<\/script>/gi;
  return [...chats].flatMap(([, content = '']) => [...content.matchAll(json)].map(([, text = '']) => text));
}
