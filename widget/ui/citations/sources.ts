// One chunk: whoever opens the card of a source often opens the list as well, and both draw the same link.
export { SourceCard } from './source-card.ts';
export { sourceList } from './source-list.ts';
export { sourceListStyles } from './source-list.styles.ts';
