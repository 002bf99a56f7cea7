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
  /** Is told in words of each step that may take until the time limit, before it begins. */
  readonly handleStep: (step: string) => void;
}

const AS_MESSAGES = { format: 'messages', body: '', attachments: '' } as const;

/** A diagnosis of a page that was not looked at. */
export const NOTHING: Diagnosis = { looked: [], findings: [], read: [] };

const DEFAULTS: DoctorOptions = {
  isAsked: true,
  now: () => performance.now(),
  timeoutMs: TIME_LIMIT_MS,
  handleStep: () => undefined,
};

/** The scripts and endpoints that were examined, and their problems. */
export interface Diagnosis {
  /** Absolute URLs of the scripts and endpoints that were found. */
  readonly looked: readonly string[];
  readonly findings: readonly Finding[];
  /** What is read of an answer besides its text, where a format was named. */
  readonly read: readonly string[];
}

/** Asks an agent at the address of its socket, which stands on no page here. */
export async function diagnoseSocket(
  endpoint: URL,
  options: Partial<DoctorOptions> = {},
): Promise<Diagnosis> {
  const chosen = { ...DEFAULTS, ...options, request: AS_MESSAGES, hasBotCheck: false };
  chosen.handleStep(`Asking ${endpoint.href} (${chosen.timeoutMs / 1000} seconds at most)`);
  return {
    ...NOTHING,
    findings: await askEndpoint(endpoint, endpoint, chosen),
    read: readBesidesText(SOCKET),
  };
}

/** Looks at a page from outside, as a browser would get it, without running its scripts. */
export async function diagnose(page: URL, options: Partial<DoctorOptions> = {}): Promise<Diagnosis> {
  const chosen = { ...DEFAULTS, ...options };
  const begin = (step: string): void =>
    chosen.handleStep(`${step} (${chosen.timeoutMs / 1000} seconds at most)`);
  begin(`Reading ${page.href}`);
  const file = await fetchPage(page, chosen.timeoutMs);
  if (file.status !== 200) return { ...NOTHING, findings: [pageFailed(page, file.status)] };
  const installation = readPage(file.text, file.url, file.policy);
  const { scripts, endpoints, requests, mistakes } = installation;
  if (scripts.length === 0)
    return { ...NOTHING, findings: mistakes.length > 0 ? mistakes : [noScript(page, file.text)] };
  const ask = async (url: URL): Promise<Finding[]> => {
    const request = requests.get(url.href) ?? AS_MESSAGES;
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
    looked: [...scripts.map(({ src }) => src.href), ...endpoints.map(({ href }) => href)],
    findings,
    read: [...formats].flatMap(readBesidesText),
  };
}

/** Without a name it is that of our Worker, and of many others. */
function formatOf({ href }: URL, request: RequestSettings = AS_MESSAGES): string {
  if (isSocketUrl(href)) return SOCKET;
  return request.format === AS_MESSAGES.format ? '' : request.format;
}

interface FetchedPage {
  readonly status: number;
  /** Where redirects have led. */
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
    // `fetch` has many errors for no response; the finding is the same.
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
