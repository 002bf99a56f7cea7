import { MAX_RESULT_CHARACTERS } from '../protocol/limits.ts';

/**
 * A function of the page that an agent can call. The request describes the function to the agent, if the request format has a
 * place for tools. The input comes from the agent: check it like the input of a visitor.
 *
 * @example
 * const showCart: PageTool = {
 *   name: 'show_cart',
 *   description: 'Shows the cart to the visitor',
 *   inputSchema: { type: 'object', properties: {} },
 *   readOnly: true,
 *   execute: () => (cart.open(), { items: cart.count }),
 * };
 */
export interface PageTool {
  /** The name that the agent uses. */
  readonly name: string;
  /** Text for the visitor, who is asked before each call. Default: the name. */
  readonly title?: string;
  /** Description for the agent. */
  readonly description?: string;
  /** JSON Schema of the input, for the agent. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /** The question that the visitor is asked before each call, such as "Empty the cart?". Default: the title. */
  readonly confirm?: string;
  /** Set this if the tool changes nothing that the visitor could object to: it then runs without a question. */
  readonly readOnly?: boolean;
  /**
   * Runs the tool. The result is sent to the agent as JSON of at most 8 KB. `signal` is aborted by Stop, and after 30 seconds.
   */
  execute(input: unknown, options: { readonly signal: AbortSignal }): unknown;
}

/** The result of a call. */
export interface ToolResult {
  readonly state: 'answered' | 'failed';
  readonly answer: unknown;
}

/** The time limit of a tool. */
export const TOOL_LIMIT_MS = 30_000;

const MAX_REASON_CHARACTERS = 500;

/** The page's tool with this name; undefined if there is none, or more than one. */
export function findTool(tools: readonly PageTool[], name: string | undefined): PageTool | undefined {
  const [tool, other] = tools.filter((each) => each.name === name && typeof each.execute === 'function');
  return other ? undefined : tool;
}

/** Runs a tool. Throws the signal's reason as soon as that is aborted, even if the tool has not ended. */
export async function runTool(
  tool: PageTool,
  input: unknown,
  { signal, limitMs = TOOL_LIMIT_MS }: { readonly signal: AbortSignal; readonly limitMs?: number },
): Promise<ToolResult> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  signal.throwIfAborted();
  try {
    const run = async (): Promise<unknown> => tool.execute(structuredClone(input), { signal: limited });
    return { state: 'answered', answer: toResult(await Promise.race([run(), whenAborted(limited)])) };
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return { state: 'failed', answer: reason.slice(0, MAX_REASON_CHARACTERS) };
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Converts a result to plain JSON. A result that is too long becomes truncated JSON text. */
function toResult(given: unknown): unknown {
  const json = JSON.stringify(given) ?? 'null';
  return json.length > MAX_RESULT_CHARACTERS ? json.slice(0, MAX_RESULT_CHARACTERS) : JSON.parse(json);
}
