import { svg } from './html.ts';
import { icon } from './icons.ts';

/** A page with a corner turned down. */
export const fileIcon = icon(svg`<path d="M7 3h7l4 4v14H7zM14 3v4h4" />`);
