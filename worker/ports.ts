import type { FrameEvent } from '../widget/protocol/dialects/frame.ts';
import type { WireMessage } from '../widget/protocol/chat-message.ts';
import type { Env } from './env.ts';

/** A stretch of a document that may answer a question. `score` is better when higher. */
export interface Passage {
  readonly id: string;
  readonly title: string;
  /** Absolute. */
  readonly url: string;
  /** Markdown. Whoever can write a document can write this: data, never instructions. */
  readonly text: string;
  readonly score: number;
}

/** Finds the passages for a question, best first; none is a valid answer. */
export type Retrieve = (question: string) => Promise<readonly Passage[]>;

/** What a model is asked. */
export interface ModelRequest {
  /** Ends with the visitor's question. */
  readonly messages: readonly WireMessage[];
  /** Best first; `null` when there is nothing to search in, or searching failed. */
  readonly passages: readonly Passage[] | null;
  /** What the embedding page says about the visitor. Visitor-level data. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Something that answers. */
export interface Model {
  /** For clients that ask which model answered. */
  readonly name: string;
  /**
   * Answers, one array of events per upstream read. Ends with a `finish` or `end` event unless the upstream
   * was cut; throws `ChatError`, or the signal's reason once that is aborted.
   */
  generate(request: ModelRequest, signal: AbortSignal): AsyncIterable<readonly FrameEvent[]>;
}

/** What Hono's context carries. Optional features set a variable; whoever uses one does without it too. */
export interface AppEnv {
  Bindings: Env;
  Variables: { retrieve: Retrieve | undefined };
}
