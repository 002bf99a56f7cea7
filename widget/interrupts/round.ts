import type { ChatMessage, InterruptKind, InterruptPart, Part } from '../protocol/chat-message.ts';
import { MAX_INTERRUPTS } from '../protocol/limits.ts';
import { fieldOf } from './field.ts';
import { findTool, type PageTool } from './page-tool.ts';

const KINDS: ReadonlySet<InterruptKind> = new Set(['approval', 'tool', 'question']);

/** What the page and the backend can do with interrupts. */
export interface Abilities {
  readonly tools: readonly PageTool[];
  /** The kinds whose answers the backend can be told. */
  readonly kinds: readonly InterruptKind[];
}

/** The interrupts of an answer. */
export function interruptsOf({ parts }: Pick<ChatMessage, 'parts'>): readonly InterruptPart[] {
  const known = new Set<string>();
  return parts.filter((part): part is InterruptPart => {
    // Messages may come from the page, and from the storage. What was asked first under an id stays as it was asked.
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

/** The interrupts that the backend was not told the answers of. */
export function roundOf(message: Pick<ChatMessage, 'parts'>): readonly InterruptPart[] {
  return interruptsOf(message).filter(({ isSent }) => !isSent);
}

/**
 * Whether an answer can go on once its interrupts are answered: all of them, since a backend goes on with none of them left open.
 * An agent that asks again and again is not answered.
 */
export function canGoOn(message: ChatMessage, { tools, kinds }: Abilities): boolean {
  const round = roundOf(message);
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
