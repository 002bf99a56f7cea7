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

/** If the panel loads, these findings are wrong, even if the doctor's own request for its file failed. */
const FILE_FINDINGS = new Set(['script-blocked', 'chunk-blocked', 'wrong-content-type', 'csp-script-src']);

/** If the panel does not load, these findings explain it. */
const LOAD_FINDINGS = new Set([...FILE_FINDINGS, 'integrity-mismatch']);

/** The problems of the chat on this page that can be found without a question to an endpoint. */
export async function examinePage(): Promise<Finding[]> {
  const installation = await readDocument();
  const chats = findChats();
  const findings = [...checkPage(installation), ...(await checkFiles(installation, fetchFile))];
  const [chat] = chats;
  const failure = chat && (await loadPanel(chat));
  const files = findings.filter(({ code }) => FILE_FINDINGS.has(code));
  const others = findings.filter(({ code }) => !FILE_FINDINGS.has(code));
  const isExplained = findings.some(({ code }) => LOAD_FINDINGS.has(code));
  return [
    ...(failure && !isExplained ? [failure] : []),
    ...(failure ? files : []),
    ...others,
    ...(installation.mistakes.length === 0 ? await checkOutcome(chats) : []),
  ];
}

/** Checks that there is a chat, that it can send questions, and that it is visible. */
async function checkOutcome(chats: readonly CfAiChatElement[]): Promise<Finding[]> {
  if (chats.length === 0) return [noChat()];
  if (chats.some(({ hasBackend }) => !hasBackend)) return [endpointMissing()];
  const silent = chats.filter(({ mode, canAnswer }) => mode === 'floating' && !canAnswer);
  if (silent.some(hasNoOpener)) return [searchUnopened()];
  // A chat that only searches is invisible until somebody opens it.
  const findings = await Promise.all(chats.filter((chat) => !silent.includes(chat)).map(checkVisible));
  return [
    ...findings.filter((finding) => finding !== undefined),
    ...chats.flatMap(checkToolsOf),
    ...(await Promise.all(chats.map(checkFilesOf))).flat(),
  ];
}

/** Not for a transport of the page's own, which may send tools in its own way. */
function checkToolsOf({ tools, transport, endpoint, requestFormat }: CfAiChatElement): Finding[] {
  if (!Array.isArray(tools) || tools.length === 0 || transport) return [];
  return checkTools(isSocketUrl(endpoint) ? SOCKET : requestFormat);
}

/** Asks our Worker for the kinds of files that it accepts. For other backends the request format tells. */
async function checkFilesOf(chat: CfAiChatElement): Promise<Finding[]> {
  if (!acceptsFiles(chat.requestFormat)) return [];
  return filesRefused(String(chat.attachments), await acceptedKinds(chat));
}

/** Sends one question to the endpoint of a chat as the chat would. Resolves with the problems of the answer. */
export async function askQuestion(chat: CfAiChatElement): Promise<Finding[]> {
  const request = await buildRequest(chat, [{ role: 'user', content: QUESTION }]);
  if (request === null) return [];
  const { url, headers, body, credentials } = request;
  const endpoint = new URL(url);
  if (isSocketUrl(url)) {
    const violation = policyViolation(endpoint);
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
    // A failed fetch gives no reason. A request without CORS, which no server can refuse, shows whether the server is
    // reachable.
    return [await explainFailure(endpoint)];
  }
}

async function explainFailure(endpoint: URL): Promise<Finding> {
  const violation = policyViolation(endpoint);
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

/** The finding that the page's policy refuses a URL, if the browser reports this within a second. */
function policyViolation(url: URL): Promise<Finding | undefined> {
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
