import { MAX_RESULT_CHARACTERS } from '../protocol/limits.ts';

/**
 * Something that the page can do for an agent. The agent is told of it where the request format has a place for tools. The input
 * is the agent's: check it as you would check a visitor's.
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
  /** As the agent calls it. */
  readonly name: string;
  /** For the visitor, who is asked before each call; default: the name. */
  readonly title?: string;
  /** For the agent. */
  readonly description?: string;
  /** JSON Schema of the input, for the agent. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /** What the visitor is asked before each call, such as "Empty the cart?"; default: the title. */
  readonly confirm?: string;
  /** It changes nothing that the visitor could mind: it runs without asking. */
  readonly readOnly?: boolean;
  /** Its result goes to the agent as JSON of 8 KB at most. `signal` is aborted by Stop, and after 30 seconds. */
  execute(input: unknown, options: { readonly signal: AbortSignal }): unknown;
}

/** How a call has ended. */
export interface ToolResult {
  readonly state: 'answered' | 'failed';
  readonly answer: unknown;
}

/** The longest time that a tool may take. */
export const TOOL_LIMIT_MS = 30_000;

const MAX_REASON_CHARACTERS = 500;

/** The page's tool of a name; undefined where it has none, or two of that name. */
export function findTool(tools: readonly PageTool[], name: string | undefined): PageTool | undefined {
  const [tool, other] = tools.filter((each) => each.name === name && typeof each.execute === 'function');
  return other ? undefined : tool;
}

/** Runs a tool. Throws the signal's reason once that is aborted, whatever the tool does. */
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

/** What is short stays JSON, without anything of the page's own in it. */
function toResult(given: unknown): unknown {
  const json = JSON.stringify(given) ?? 'null';
  return json.length > MAX_RESULT_CHARACTERS ? json.slice(0, MAX_RESULT_CHARACTERS) : JSON.parse(json);
}
