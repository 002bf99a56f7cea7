import type { CfAiChatElement } from '../../ui/shell/cf-ai-chat-element.ts';
import { buildRequest } from '../../ui/asking/request-builder.ts';
import { acceptedKinds } from '../../ui/features/attachments/accepted-kinds.ts';
import { hasNoOpener } from '../../protocol/search/unopened.ts';
import { acceptsFiles } from '../../protocol/request-format.ts';
import { isSocketUrl } from '../../protocol/transport.ts';
import { askAgent } from '../ask-agent.ts';
import { checkAnswer, timeAnswer } from '../check-answer.ts';
import { checkFiles } from '../check-files.ts';
import { checkPage } from '../check-page.ts';
import { noChat } from '../check-presence.ts';
import {
  endpointMissing,
  endpointSilent,
  endpointUnreachable,
  filesRefused,
  originRefused,
  searchUnopened,
  TIME_LIMIT_MS,
} from '../endpoint-findings.ts';
import { readFetchedFile } from '../fetched-file.ts';
import type { Finding } from '../finding.ts';
import { checkTools, SOCKET } from '../formats.ts';
import { checkVisible } from './check-visible.ts';
import { findChats, readDocument } from './read-document.ts';

const QUESTION = 'Say hello.';

/** Findings that a loaded panel disproves, however the doctor's own request for its file went. */
const ABOUT_FILES = new Set(['script-blocked', 'chunk-blocked', 'wrong-content-type', 'csp-script-src']);

/** Findings that explain a panel that does not load. */
const EXPLANATIONS = new Set([...ABOUT_FILES, 'integrity-mismatch']);

/** The problems of the chat on this page, as far as they show without a request to an endpoint. */
export async function examinePage(): Promise<Finding[]> {
  const installation = await readDocument();
  const chats = findChats();
  const findings = [...checkPage(installation), ...(await checkFiles(installation, fetchFile))];
  const [chat] = chats;
  const failure = chat && (await loadPanel(chat));
  const files = findings.filter(({ code }) => ABOUT_FILES.has(code));
  const others = findings.filter(({ code }) => !ABOUT_FILES.has(code));
  const isExplained = findings.some(({ code }) => EXPLANATIONS.has(code));
  return [
    ...(failure && !isExplained ? [failure] : []),
    ...(failure ? files : []),
    ...others,
    ...(installation.mistakes.length === 0 ? await checkOutcome(chats) : []),
  ];
}

/** Whether there is a chat, with somebody to send to, for everybody to see. */
async function checkOutcome(chats: readonly CfAiChatElement[]): Promise<Finding[]> {
  if (chats.length === 0) return [noChat()];
  if (chats.some(({ hasBackend }) => !hasBackend)) return [endpointMissing()];
  const silent = chats.filter(({ mode, canAnswer }) => mode === 'floating' && !canAnswer);
  if (silent.some(hasNoOpener)) return [searchUnopened()];
  // What only searches shows nothing before somebody opens it.
  const findings = await Promise.all(chats.filter((chat) => !silent.includes(chat)).map(checkVisible));
  return [
    ...findings.filter((finding) => finding !== undefined),
    ...chats.flatMap(checkToolsOf),
    ...(await Promise.all(chats.map(checkFilesOf))).flat(),
  ];
}

/** A transport of the page's own does with them what it likes. */
function checkToolsOf({ tools, transport, endpoint, requestFormat }: CfAiChatElement): Finding[] {
  if (!Array.isArray(tools) || tools.length === 0 || transport) return [];
  return checkTools(isSocketUrl(endpoint) ? SOCKET : requestFormat);
}

/** What our Worker says of files; what a request format says is known without it. */
async function checkFilesOf(chat: CfAiChatElement): Promise<Finding[]> {
  if (!acceptsFiles(chat.requestFormat)) return [];
  return filesRefused(String(chat.attachments), await acceptedKinds(chat));
}

/** Sends one question to the endpoint of a chat as the chat would; resolves with the problems of the answer. */
export async function askQuestion(chat: CfAiChatElement): Promise<Finding[]> {
  const request = await buildRequest(chat, [{ role: 'user', content: QUESTION }]);
  if (request === null) return [];
  const { url, headers, body, credentials } = request;
  const endpoint = new URL(url);
  if (isSocketUrl(url)) {
    const violation = nextViolation(endpoint);
    const findings = await askAgent(request, self.origin, TIME_LIMIT_MS);
    return findings.some(({ code }) => code === 'endpoint-unreachable')
      ? [(await violation) ?? findings].flat()
      : findings;
  }
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      credentials,
      signal,
    });
    const answer = await timeAnswer(response, { startedAt, now, signal });
    return await checkAnswer(endpoint, answer, {
      hasBotCheck: chat.turnstileSitekey !== '',
      origin: self.origin,
      timeoutMs: TIME_LIMIT_MS,
    });
  } catch {
    if (signal.aborted) return [endpointSilent(endpoint, TIME_LIMIT_MS)];
    // A fetch that fails gives no reason; a request without CORS, which no server can refuse, shows whether the server is there.
    return [await explainFailure(endpoint)];
  }
}

async function explainFailure(endpoint: URL): Promise<Finding> {
  const violation = nextViolation(endpoint);
  const isReachable = await fetch(endpoint, {
    mode: 'no-cors',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).then(
    () => true,
    () => false,
  );
  const from = { endpoint, origin: self.origin };
  return isReachable ? originRefused(from) : ((await violation) ?? endpointUnreachable(from, ''));
}

/** The page's policy refusing a URL, if it does so until the next task. */
function nextViolation(url: URL): Promise<Finding | undefined> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const finish = (finding?: Finding): void => {
      controller.abort();
      resolve(finding);
    };
    const handleViolation = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
      if (!blockedURI.startsWith(url.origin)) return;
      finish({
        code: 'csp-connect-src',
        problem: `The content security policy of the page does not allow requests to ${url.href}.`,
        remedy: `Add ${url.origin} to connect-src.`,
      });
    };
    document.addEventListener('securitypolicyviolation', handleViolation, { signal: controller.signal });
    setTimeout(finish, 1000);
  });
}

async function loadPanel(chat: CfAiChatElement): Promise<Finding | undefined> {
  try {
    await Promise.race([chat.environment.loadPanel(), rejectLate()]);
    return undefined;
  } catch (error) {
    return {
      code: 'chunk-blocked',
      problem: `The panel could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'Allow the host of the script in script-src, and serve the whole release beside the script.',
    };
  }
}

function now(): number {
  return performance.now();
}

function rejectLate(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(
      () => reject(new Error(`it did not come within ${TIME_LIMIT_MS / 1000} seconds.`)),
      TIME_LIMIT_MS,
    );
  });
}

function fetchFile(url: URL): ReturnType<typeof readFetchedFile> {
  return readFetchedFile(fetch(url, { signal: AbortSignal.timeout(TIME_LIMIT_MS) }), () => true);
}
