export { MarkdownStream, type MarkdownStreamOptions } from './markdown-stream.ts';
export { renderMarkdown } from './oracle.ts';
export type { MarkdownPolicy } from './policy.ts';
