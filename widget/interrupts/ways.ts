import type { ChatMessage, InterruptKind, InterruptPart } from '../protocol/chat-message.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import { toAgentMessages } from './agents.ts';
import type { PageTool } from './page-tool.ts';
import { cancelAgUi, toAgUiBody, toOpenAiBody } from './tool-messages.ts';
import { toUiMessageBody } from './ui-message.ts';

/** How requests carry the results of interrupts (such as an approval), and the page's tools. */
export interface InterruptProtocol {
  /** The kinds of interrupts for which the backend accepts answers. */
  readonly kinds: readonly InterruptKind[];
  /** Returns the changes to a request that continue an answer. */
  readonly resume: (request: ChatRequest, answered: ChatMessage) => Partial<ChatRequest>;
  /** Adds the page's tools to a body; absent if the format has no place for tools. */
  readonly addTools?: (body: JsonObject, tools: readonly PageTool[]) => Record<string, unknown>;
  /** Cancels open interrupts in the body of the next question; absent if the backend does not need this. */
  readonly cancel?: (body: JsonObject, left: readonly InterruptPart[]) => Record<string, unknown>;
}

/**
 * By request format; `agents` is for sockets. With a format that is not listed, an answer that waits for an interrupt cannot be
 * continued.
 */
export const INTERRUPT_PROTOCOLS: Readonly<Partial<Record<string, InterruptProtocol>>> = {
  'ui-message': {
    kinds: ['approval', 'tool'],
    resume: ({ body }, answered) => ({ body: toUiMessageBody(body, answered) }),
  },
  openai: {
    kinds: ['tool'],
    resume: ({ body }, answered) => ({ body: toOpenAiBody(body, answered) }),
    addTools: (body, tools) => ({
      ...body,
      tools: tools.map((tool) => ({ type: 'function', function: describe(tool) })),
    }),
  },
  'ag-ui': {
    kinds: ['approval', 'tool', 'question'],
    resume: ({ body }, answered) => ({ body: toAgUiBody(body, answered) }),
    addTools: (body, tools) => ({ ...body, tools: tools.map(describe) }),
    cancel: cancelAgUi,
  },
  agents: {
    kinds: ['approval', 'tool'],
    resume: (_request, answered) => ({ answers: toAgentMessages(answered) }),
    addTools: (body, tools) => ({ ...body, clientTools: tools.map(describe) }),
  },
};

function describe({ name, title, description = title ?? name, inputSchema }: PageTool): JsonObject {
  return { name, description, parameters: inputSchema ?? { type: 'object', properties: {} } };
}
