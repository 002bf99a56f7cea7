import { isServedByWorker } from '../embed/own-script.ts';
import { readEndpoint } from '../protocol/endpoint.ts';
import { REQUEST_FORMATS, type RequestFormat } from '../protocol/request-format.ts';
import { hasNoOpener } from '../protocol/search/unopened.ts';
import { checkMarkup } from '../doctor/check-markup.ts';
import { noChat } from '../doctor/check-presence.ts';
import { endpointMissing, searchUnopened } from '../doctor/endpoint-findings.ts';
import { parsePolicies } from '../doctor/content-security-policy.ts';
import type { Finding } from '../doctor/finding.ts';
import { isChatScript, type Installation, type InstalledScript } from '../doctor/installation.ts';
import { allText, listElements, type Attributes, type PageElement } from '../doctor/page-element.ts';
import { parsePage } from './parse-page.ts';

/** The part of a chat's request apart from messages. */
export interface RequestSettings {
  readonly format: RequestFormat;
  /** JSON; may be empty or invalid. */
  readonly body: string;
  /** The kinds of files that visitors may send, as in the setting; empty: none. */
  readonly attachments: string;
}

/** The installation on a page, and how to ask each of its endpoints. */
export interface PageReading extends Installation {
  /** By the endpoint's absolute URL. */
  readonly requests: ReadonlyMap<string, RequestSettings>;
  /** Findings that explain why chats without an endpoint show nothing. */
  readonly silent: readonly Finding[];
}

/** Finds the chat in the HTML of a page, without running scripts. `policy` is the header `Content-Security-Policy`, or empty. */
export function readPage(html: string, page: URL, policy: string): PageReading {
  return readRoot(parsePage(html), page, policy);
}

/** Like {@link readPage}, for HTML that is already parsed. */
export function readRoot(root: PageElement, page: URL, policy: string): PageReading {
  const elements = listElements(root);
  const attributesOf = (name: string): Attributes[] =>
    elements.filter((element) => element.name === name).map(({ attributes }) => attributes);
  // An invalid address is reported by `checkMarkup`.
  const scriptTags = attributesOf('script').filter(
    (tag) => isChatScript(tag.get('src') ?? '') && URL.canParse(tag.get('src') ?? '', page.href),
  );
  const metaPolicies = attributesOf('meta')
    .filter((tag) => tag.get('http-equiv')?.toLowerCase() === 'content-security-policy')
    .map((tag) => tag.get('content') ?? '');
  const chats = listChats(scriptTags, attributesOf('cf-ai-chat'), page);
  const requests = chats.flatMap(({ endpoint, ...request }) =>
    endpoint ? [[endpoint.href, request] as const] : [],
  );
  const mistakes = checkMarkup(root, page);
  return {
    page,
    scripts: scriptTags.map((tag) => readScript(tag, page)),
    policies: [policy, ...metaPolicies].flatMap(parsePolicies),
    endpoints: [...new Set(requests.map(([endpoint]) => endpoint))].map((endpoint) => new URL(endpoint)),
    hasBotCheck:
      scriptTags.some((tag) => tag.get('data-turnstile-sitekey')) ||
      attributesOf('cf-ai-chat').some((tag) => tag.get('turnstile-sitekey')),
    fileFormats: chats.filter(({ attachments }) => attachments).map(({ format }) => format),
    jsonSettings: elements.filter(({ name }) => name === 'cf-ai-chat').flatMap(readJson),
    mistakes: scriptTags.length > 0 && chats.length === 0 ? [...mistakes, noChat()] : mistakes,
    requests: new Map(requests),
    silent: chats.flatMap((chat) => chat.silent ?? []),
  };
}

function readScript(tag: Attributes, page: URL): InstalledScript {
  return {
    src: new URL(tag.get('src') ?? '', page),
    nonce: tag.get('nonce') ?? '',
    integrity: tag.get('integrity') ?? '',
    isCorsRequest: tag.has('crossorigin'),
  };
}

interface FoundChat extends RequestSettings {
  readonly endpoint: URL | undefined;
  readonly silent: Finding | undefined;
}

/**
 * The chats on a page: its elements, and the chat that the script adds. A setting that an element lacks is taken from the
 * script tag.
 */
function listChats(scripts: readonly Attributes[], elements: readonly Attributes[], page: URL): FoundChat[] {
  const [script] = scripts;
  const source = new URL(script?.get('src') ?? '', page);
  const setting = (name: string): string | undefined =>
    script?.get(`data-${name}`) ?? source.searchParams.get(name) ?? undefined;
  const derived = isServedByWorker(source) ? new URL('/api/chat', source).href : '';
  const hasFloating = elements.some(
    (chat) => (chat.get('mode') ?? setting('mode') ?? 'floating') === 'floating',
  );
  const isAdded = !hasFloating && setting('mount') !== 'none';
  const chats = isAdded ? [...elements, new Map<string, string>()] : elements;
  return chats.map((chat) => {
    const endpoint = chat.get('endpoint') || setting('endpoint') || derived;
    const named = chat.get('request-format') ?? setting('request-format');
    const format = REQUEST_FORMATS.find((name) => name === named) ?? 'messages';
    const body = chat.get('request-body') ?? setting('request-body') ?? '';
    const silent = endpoint ? undefined : whySilent((name) => chat.get(name) ?? setting(name) ?? '');
    const attachments = chat.get('attachments') ?? setting('attachments') ?? '';
    const url = endpoint ? readEndpoint(endpoint, page, format) : undefined;
    return { endpoint: url, format, body, attachments, silent };
  });
}

/**
 * The finding that explains why a chat without an endpoint shows nothing; undefined if its index answers questions, or
 * something opens its search.
 */
function whySilent(setting: (name: string) => string): Finding | undefined {
  const index = setting('search-endpoint');
  if (index === '') return endpointMissing();
  const chat = {
    mode: setting('mode') || 'floating',
    canAnswer: index.endsWith('/'),
    hotkey: setting('hotkey'),
    openOn: setting('open-on'),
  };
  return hasNoOpener(chat) ? searchUnopened() : undefined;
}

/** The content of JSON scripts inside a chat. */
function readJson(chat: PageElement): string[] {
  return listElements(chat)
    .filter(({ name, attributes }) => name === 'script' && attributes.get('type') === 'application/json')
    .map(allText);
}
