export { MarkdownStream, type MarkdownStreamOptions } from './markdown-stream.ts';
export { renderMarkdown } from './render.ts';
export type { MarkdownPolicy } from './policy.ts';
