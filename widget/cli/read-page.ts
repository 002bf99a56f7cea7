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

/** What a chat sends besides the messages. */
export interface RequestSettings {
  readonly format: RequestFormat;
  /** JSON; may be empty, or broken. */
  readonly body: string;
  /** The kinds of files that visitors may send, as the setting names them; empty: none. */
  readonly attachments: string;
}

/** What was found on a page, and how each of its endpoints is asked. */
export interface PageReading extends Installation {
  /** By the endpoint's absolute URL. */
  readonly requests: ReadonlyMap<string, RequestSettings>;
  /** Why chats without an endpoint show nothing. */
  readonly silent: readonly Finding[];
}

/** Finds the chat in the HTML of a page, without running it. `policy` is the header of that name, or empty. */
export function readPage(html: string, page: URL, policy: string): PageReading {
  return readRoot(parsePage(html), page, policy);
}

/** The same, once the HTML is read. */
export function readRoot(root: PageElement, page: URL, policy: string): PageReading {
  const elements = listElements(root);
  const attributesOf = (name: string): Attributes[] =>
    elements.filter((element) => element.name === name).map(({ attributes }) => attributes);
  // An address that cannot be read is one of the mistakes.
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

/** The elements, and the chat that the script adds; they have the script's settings where they have none of their own. */
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

/** Why a chat without an endpoint shows nothing; undefined where it has an index that answers, or a search that is opened. */
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

/** The content of JSON scripts inside of a chat. */
function readJson(chat: PageElement): string[] {
  return listElements(chat)
    .filter(({ name, attributes }) => name === 'script' && attributes.get('type') === 'application/json')
    .map(allText);
}
