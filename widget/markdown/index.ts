export type { MarkdownStreamOptions } from './document-writer.ts';
export { MarkdownStream } from './markdown-stream.ts';
export { renderMarkdown } from './render.ts';
export type { MarkdownPolicy } from './policy.ts';
