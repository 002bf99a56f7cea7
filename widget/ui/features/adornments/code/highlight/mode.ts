import type { StreamParser } from '@codemirror/streamparser';

/** CodeMirror's description of a language. */
export type Mode = StreamParser<unknown>;
