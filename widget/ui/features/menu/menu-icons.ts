import { svg } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';

export const newChatIcon = icon(svg`<path d="M12 20h8M16.5 4.5a2.1 2.1 0 0 1 3 3L8 19l-4 1 1-4Z" />`);
export const expandIcon = icon(svg`<path d="M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7" />`);
export const shrinkIcon = icon(svg`<path d="M19 10h-5V5M14 10l6-6M5 14h5v5M10 14l-6 6" />`);
export const contactIcon = icon(svg`<path d="m5 21 1-4a9 8 0 1 1 4 2Z" />`);
export const privacyIcon = icon(svg`<path d="M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6Z" />`);
export const historyIcon = icon(svg`<path d="M4 5v5h5M4.5 10a8 8 0 1 1-.4 4M12 8v4.5l3 2" />`);
export const printIcon = icon(svg`<path d="M7 8V3h10v5M7 17H4v-8h16v8h-3M7 14h10v7H7Z" />`);
export const saveIcon = icon(svg`<path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />`);
