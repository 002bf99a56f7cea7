import type { ChatMessage, InterruptKind, InterruptPart, Part } from '../protocol/chat-message.ts';
import { MAX_INTERRUPTS } from '../protocol/limits.ts';
import { fieldOf } from './field.ts';
import { findTool, type PageTool } from './page-tool.ts';

const KINDS: ReadonlySet<InterruptKind> = new Set(['approval', 'tool', 'question']);

/** What the page and the backend support. */
export interface Abilities {
  readonly tools: readonly PageTool[];
  /** The kinds of interrupts for which the backend accepts answers. */
  readonly kinds: readonly InterruptKind[];
}

/** The interrupts of an answer. */
export function interruptsOf({ parts }: Pick<ChatMessage, 'parts'>): readonly InterruptPart[] {
  const known = new Set<string>();
  return parts.filter((part): part is InterruptPart => {
    // Messages may come from the page or from the storage, and may repeat an id: the first part with an id counts.
    if (!isInterrupt(part) || known.has(part.id)) return false;
    known.add(part.id);
    return true;
  });
}

function isInterrupt(part: Part): part is InterruptPart {
  return (
    part.type === 'interrupt' &&
    typeof part.id === 'string' &&
    typeof part.title === 'string' &&
    KINDS.has(part.kind)
  );
}

/** The interrupts whose answers have not been sent to the backend. */
export function unsentInterrupts(message: Pick<ChatMessage, 'parts'>): readonly InterruptPart[] {
  return interruptsOf(message).filter(({ isSent }) => !isSent);
}

/**
 * Whether an answer can be continued once its interrupts are answered. All of them must be answerable, because a backend does
 * not continue while one is open. An answer with more than {@link MAX_INTERRUPTS} interrupts is not continued.
 */
export function canContinue(message: ChatMessage, { tools, kinds }: Abilities): boolean {
  const round = unsentInterrupts(message);
  const isAnswerable = ({ kind, state, name, schema }: InterruptPart): boolean =>
    state !== 'closed' &&
    kinds.includes(kind) &&
    (kind !== 'tool' || findTool(tools, name) !== undefined) &&
    (kind !== 'question' || fieldOf(schema) !== undefined);
  return (
    message.status === 'complete' &&
    round.length > 0 &&
    interruptsOf(message).length <= MAX_INTERRUPTS &&
    round.every(isAnswerable)
  );
}
