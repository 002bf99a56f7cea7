import type { ChatMessage, InterruptKind, InterruptPart } from '../protocol/chat-message.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import { toAgentMessages } from './agents.ts';
import type { PageTool } from './page-tool.ts';
import { cancelAgUi, toAgUiBody, toOpenAiBody } from './tool-messages.ts';
import { toUiMessageBody } from './ui-message.ts';

/** How a backend is told of answers, and of the page's tools. */
export interface Way {
  /** The kinds of interrupts that it can be told the answers of. */
  readonly kinds: readonly InterruptKind[];
  /** The request with which an answer goes on. */
  readonly goOn: (request: ChatRequest, answered: ChatMessage) => Partial<ChatRequest>;
  /** Adds the page's tools to a body; absent: the format has no place for them. */
  readonly addTools?: (body: JsonObject, tools: readonly PageTool[]) => Record<string, unknown>;
  /** Tells with the next question that the interrupts before it are not answered; absent: it need not be told. */
  readonly cancel?: (body: JsonObject, left: readonly InterruptPart[]) => Record<string, unknown>;
}

/** By the request format; `agents` over a socket. A format without a line cannot go on. */
export const WAYS: Readonly<Partial<Record<string, Way>>> = {
  'ui-message': {
    kinds: ['approval', 'tool'],
    goOn: ({ body }, answered) => ({ body: toUiMessageBody(body, answered) }),
  },
  openai: {
    kinds: ['tool'],
    goOn: ({ body }, answered) => ({ body: toOpenAiBody(body, answered) }),
    addTools: (body, tools) => ({
      ...body,
      tools: tools.map((tool) => ({ type: 'function', function: describe(tool) })),
    }),
  },
  'ag-ui': {
    kinds: ['approval', 'tool', 'question'],
    goOn: ({ body }, answered) => ({ body: toAgUiBody(body, answered) }),
    addTools: (body, tools) => ({ ...body, tools: tools.map(describe) }),
    cancel: cancelAgUi,
  },
  agents: {
    kinds: ['approval', 'tool'],
    goOn: (_request, answered) => ({ answers: toAgentMessages(answered) }),
    addTools: (body, tools) => ({ ...body, clientTools: tools.map(describe) }),
  },
};

function describe({ name, title, description = title ?? name, inputSchema }: PageTool): JsonObject {
  return { name, description, parameters: inputSchema ?? { type: 'object', properties: {} } };
}
