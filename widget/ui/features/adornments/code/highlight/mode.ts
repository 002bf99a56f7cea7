import type { StreamParser } from '@codemirror/streamparser';

/** What CodeMirror knows of a language. */
export type Mode = StreamParser<unknown>;
