// What the package has as `cf-ai-chat/markdown.js`: what the chat uses, and what is for servers alone.
export type { BlockHooks, MarkdownPolicy, MarkdownStreamOptions } from './index.ts';
export { MarkdownStream, renderMarkdown } from './index.ts';
export { followNote } from './notes.ts';
export { renderToString } from './render-to-string.ts';
