import type { TakeBackEvent, ToolEvent } from '../protocol/chat-event.ts';
import type { ToolFrame } from '../protocol/dialects/frame.ts';
import type { ToolState } from '../protocol/chat-message.ts';
import { MAX_TOOL_CHARACTERS } from '../protocol/limits.ts';

/** The tool calls of one turn, put together from the frames about them. */
export class TurnTools {
  readonly #tools = new Map<string, ToolEvent>();
  /** Ids of the tools that began in this step of the model. */
  #stepTools: string[] = [];
  /** Ids of the tools that the page has to run, unless the backend sends a result. */
  readonly #pageCallIds = new Set<string>();

  /** Whether a tool waits for the visitor or the page. */
  get isWaiting(): boolean {
    return [...this.#tools.values()].some(({ state }) => state === 'waiting');
  }

  /** Call when the model begins a step. */
  startStep(): void {
    this.#stepTools = [];
  }

  /**
   * The event for a frame; undefined for a further piece of input, which is only stored: it is sent with the next event about
   * the same tool.
   */
  add({ inputDelta, isForReader, ...news }: ToolFrame): ToolEvent | undefined {
    if (isForReader) this.#pageCallIds.add(news.id);
    const known = this.#tools.get(news.id);
    const grown = typeof known?.input === 'string' ? known.input : '';
    const input =
      inputDelta === undefined ? {} : { input: (grown + inputDelta).slice(0, MAX_TOOL_CHARACTERS) };
    const tool: ToolEvent = { name: '', state: 'running', ...known, ...input, ...news };
    this.#tools.set(news.id, tool);
    if (!known) this.#stepTools.push(news.id);
    return known && inputDelta !== undefined ? undefined : tool;
  }

  /** Takes the tools of the current step back. The event says which; undefined where there are none. */
  takeStepBack(): TakeBackEvent | undefined {
    const tools = this.#stepTools;
    this.startStep();
    for (const id of tools) this.#tools.delete(id);
    return tools.length > 0 ? { type: 'take-back', length: 0, tools } : undefined;
  }

  /**
   * The frames that end the tools which still run at the end of a turn. Without `state` only the calls that the format leaves to
   * the page end, as `waiting`; the outcome of the others stays unknown.
   */
  end(state?: ToolState): readonly ToolFrame[] {
    return [...this.#tools.values()].flatMap((tool) => {
      const last = state ?? (this.#pageCallIds.has(tool.id) ? 'waiting' : 'running');
      return tool.state === 'running' && last !== 'running' ? [{ ...tool, state: last }] : [];
    });
  }
}
