import { fileURLToPath } from 'node:url';
import { checkFiles } from '../doctor/check-files.ts';
import { checkPage } from '../doctor/check-page.ts';
import { TIME_LIMIT_MS } from '../doctor/endpoint-findings.ts';
import { readFetchedFile } from '../doctor/fetched-file.ts';
import type { Finding } from '../doctor/finding.ts';
import { readBesidesText, SOCKET } from '../doctor/formats.ts';
import { isSocketUrl } from '../protocol/transport.ts';
import { askEndpoint, checkFileKinds, isShared, type AskOptions } from './ask-endpoint.ts';
import { fetchFile } from './fetch-file.ts';
import { readPage, type RequestSettings } from './read-page.ts';

interface DoctorOptions extends Omit<AskOptions, 'request' | 'hasBotCheck'> {
  /** Called with a text before each step that may take until the time limit. */
  readonly handleStep: (step: string) => void;
}

const DEFAULT_REQUEST = { format: 'messages', body: '', attachments: '' } as const;

/** The diagnosis of a page that could not be examined. */
export const EMPTY_DIAGNOSIS: Diagnosis = { examined: [], findings: [], read: [] };

const DEFAULTS: DoctorOptions = {
  sendsQuestion: true,
  now: () => performance.now(),
  timeoutMs: TIME_LIMIT_MS,
  handleStep: () => undefined,
};

/** The result of an examination: addresses, and problems. */
export interface Diagnosis {
  /** Absolute URLs of the examined scripts and endpoints. */
  readonly examined: readonly string[];
  readonly findings: readonly Finding[];
  /** What is read from an answer besides its text, for each format that the page uses. */
  readonly read: readonly string[];
}

/** Examines an agent by the address of its socket, without a page. */
export async function diagnoseSocket(
  endpoint: URL,
  options: Partial<DoctorOptions> = {},
): Promise<Diagnosis> {
  const chosen = { ...DEFAULTS, ...options, request: DEFAULT_REQUEST, hasBotCheck: false };
  chosen.handleStep(`Asking ${endpoint.href} (${chosen.timeoutMs / 1000} seconds at most)`);
  return {
    ...EMPTY_DIAGNOSIS,
    findings: await askEndpoint(endpoint, endpoint, chosen),
    read: readBesidesText(SOCKET),
  };
}

/** Examines a page from outside, as a browser would receive it, without running its scripts. */
export async function diagnose(page: URL, options: Partial<DoctorOptions> = {}): Promise<Diagnosis> {
  const chosen = { ...DEFAULTS, ...options };
  const begin = (step: string): void =>
    chosen.handleStep(`${step} (${chosen.timeoutMs / 1000} seconds at most)`);
  begin(`Reading ${page.href}`);
  const file = await fetchPage(page, chosen.timeoutMs);
  if (file.status !== 200) return { ...EMPTY_DIAGNOSIS, findings: [pageFailed(page, file.status)] };
  const installation = readPage(file.text, file.url, file.policy);
  const { scripts, endpoints, requests, mistakes } = installation;
  if (scripts.length === 0)
    return { ...EMPTY_DIAGNOSIS, findings: mistakes.length > 0 ? mistakes : [noScript(page, file.text)] };
  const ask = async (url: URL): Promise<Finding[]> => {
    const request = requests.get(url.href) ?? DEFAULT_REQUEST;
    const { page: site, hasBotCheck } = installation;
    begin(`Asking ${url.href}`);
    const found = await askEndpoint(url, site, { ...chosen, request, hasBotCheck });
    return [...found, ...(await checkFileKinds(url, site, { ...chosen, request }))];
  };
  begin('Reading the files of the chat');
  const signal = AbortSignal.timeout(chosen.timeoutMs);
  const headers = { origin: installation.page.origin };
  const readFile = (url: URL) =>
    readFetchedFile(fetchFile(url, { headers, signal }), (received) => isShared(received, installation.page));
  const findings = [
    ...checkPage(installation),
    ...(await checkFiles(installation, readFile)),
    ...(endpoints.length === 0 && mistakes.length === 0 ? installation.silent.slice(0, 1) : []),
    ...(await Promise.all(endpoints.map(ask))).flat(),
  ];
  const formats = new Set(endpoints.map((endpoint) => formatOf(endpoint, requests.get(endpoint.href))));
  return {
    examined: [...scripts.map(({ src }) => src.href), ...endpoints.map(({ href }) => href)],
    findings,
    read: [...formats].flatMap(readBesidesText),
  };
}

/** The request format for the list; empty for the default, which our Worker and many other backends use. */
function formatOf({ href }: URL, request: RequestSettings = DEFAULT_REQUEST): string {
  if (isSocketUrl(href)) return SOCKET;
  return request.format === DEFAULT_REQUEST.format ? '' : request.format;
}

interface FetchedPage {
  readonly status: number;
  /** The address after redirects. */
  readonly url: URL;
  readonly policy: string;
  readonly text: string;
}

async function fetchPage(url: URL, timeoutMs: number): Promise<FetchedPage> {
  try {
    const response = await fetchFile(url, { signal: AbortSignal.timeout(timeoutMs) });
    const policy = response.headers.get('content-security-policy') ?? '';
    return {
      status: response.status,
      url: new URL(response.url || url),
      policy,
      text: await response.text(),
    };
  } catch {
    // `fetch` throws many different errors when no response comes; they all lead to the same finding.
    return { status: 0, url, policy: '', text: '' };
  }
}

function pageFailed({ href, protocol }: URL, status: number): Finding {
  const seen = status === 0 ? 'No response came from' : `Status ${status} came from`;
  const problem = protocol === 'file:' ? `There is no file ${fileURLToPath(href)}.` : `${seen} ${href}.`;
  return { code: 'page-failed', problem, remedy: 'Check the address of the page.' };
}

function noScript({ href }: URL, html: string): Finding {
  if (/<script[^>]*cf-ai-chat/i.test(html)) {
    const problem = `The HTML of ${href} names cf-ai-chat.js, and no browser sees a script tag in it.`;
    return {
      code: 'quotes',
      problem,
      remedy: 'Look for a quotation mark or a > that is missing in it or before it.',
    };
  }
  return {
    code: 'no-script',
    problem: `The HTML of ${href} has no script tag for cf-ai-chat.js.`,
    remedy:
      'Paste the tag before </body>. Where a tag manager or a bundle adds it, open the page with ?cf-ai-chat-debug instead.',
  };
}
