// One chunk: visitors who open a source's card often open the list as well, and both draw the same link.
export { SourceCard } from './source-card.ts';
export { renderSourceList } from './source-list.ts';
export { sourceListStyles } from './source-list.styles.ts';
