// The exports of `cf-ai-chat/markdown.js`: what the chat uses, and functions that only embedders and servers use.
export type { BlockHooks } from './block-hooks.ts';
export type { MarkdownPolicy } from '../policy.ts';
export { followNote } from '../note-links.ts';
export { MarkdownStream, renderMarkdown, type MarkdownStreamOptions } from './hooked.ts';
export { renderToString } from './render-to-string.ts';
