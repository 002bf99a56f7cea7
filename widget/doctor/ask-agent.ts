import { ChatError } from '../protocol/chat-error.ts';
import type { ErrorEvent } from '../protocol/chat-event.ts';
import { nameAgent } from '../protocol/endpoint.ts';
import { formatRequest } from '../protocol/format-request.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import { AgentsTransport } from '../transport/agents-transport.ts';
import { loadFormats } from '../transport/formats.ts';
import { checkReading, type TimedAnswer } from './check-answer.ts';
import { endpointSilent, endpointUnreachable } from './endpoint-findings.ts';
import type { Finding } from './finding.ts';

/** Status of a response that opens a socket. */
const SWITCHING_PROTOCOLS = 101;

/** The request for one question to an agent, as a chat builds it. `name` is used if the address does not name the agent. */
export function agentRequest({ href }: URL, question: string, name: string): ChatRequest {
  const messages = [{ role: 'user', content: question }] as const;
  const body = formatRequest('ui-message', messages, {}, { sessionId: name });
  return { url: nameAgent(href, name), headers: {}, credentials: 'omit', body, messages };
}

/** Asks a chat agent one question over its socket, as a chat does. Resolves with the problems of the answer. */
export async function askAgent(request: ChatRequest, origin: string, timeoutMs: number): Promise<Finding[]> {
  const endpoint = new URL(request.url);
  const from = { endpoint, origin };
  const signal = AbortSignal.timeout(timeoutMs);
  let text = '';
  let isComplete = false;
  let error: ErrorEvent | undefined;
  let ending: TimedAnswer['ending'] = 'whole';
  try {
    const agents = new AgentsTransport({ stallTimeoutMs: () => 0, formats: await loadFormats() });
    for await (const event of agents.send(request, signal)) {
      if (event.type === 'token') text += event.token;
      if (event.type === 'error') error = event;
      isComplete ||= event.type === 'done';
    }
  } catch (cause) {
    if (!signal.aborted && !(cause instanceof ChatError)) throw cause;
    if (cause instanceof ChatError && cause.code !== 'truncated')
      return [endpointUnreachable(from, 'its socket did not open')];
    ending = signal.aborted ? 'late' : 'cut';
  }
  if (ending === 'cut' && text === '') return [agentMissing(endpoint)];
  const reading = { text, isComplete, isKnown: true, error };
  const answer = { status: SWITCHING_PROTOCOLS, contentType: '', ending, text };
  const finding = checkReading(from, reading, answer, timeoutMs);
  return finding ? [finding] : [];
}

/** Opens the socket of an agent and closes it again, which costs nothing. Resolves with the problems. */
export async function probeAgentSocket({ href }: URL, origin: string, timeoutMs: number): Promise<Finding[]> {
  const socket = new WebSocket(href);
  const signal = AbortSignal.timeout(timeoutMs);
  const outcome = await new Promise<string>((resolve) => {
    socket.addEventListener('open', ({ type }) => resolve(type));
    socket.addEventListener('error', ({ type }) => resolve(type));
    signal.addEventListener('abort', ({ type }) => resolve(type));
  });
  socket.close();
  if (outcome === 'open') return [];
  const endpoint = new URL(href);
  return [
    outcome === 'error'
      ? endpointUnreachable({ endpoint, origin }, 'its socket did not open')
      : endpointSilent(endpoint, timeoutMs),
  ];
}

function agentMissing({ href }: URL): Finding {
  return {
    code: 'answer-unknown',
    problem: `${href} opened its socket and closed it without a word of an answer.`,
    remedy: 'Check that an AIChatAgent of @cloudflare/ai-chat answers there, and look into its log.',
  };
}
