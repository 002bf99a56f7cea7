import { CHAT_ICON } from './launcher.ts';
import { html, svg, type SVGTemplateResult, type TemplateResult } from './html.ts';

/** An icon of 24 by 24 units, drawn as lines in the text colour. */
export const icon = (shape: SVGTemplateResult): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`;

export const chatIcon = icon(svg`<path d=${CHAT_ICON} />`);
export const plusIcon = icon(svg`<path d="M12 5v14M5 12h14" />`);
export const closeIcon = icon(svg`<path d="m6 6 12 12M18 6 6 18" />`);
export const sendIcon = icon(svg`<path d="M12 19V5M6 11l6-6 6 6" />`);
export const stopIcon = icon(svg`<rect x="7" y="7" width="10" height="10" rx="2" fill="currentColor" />`);
export const latestIcon = icon(svg`<path d="M12 5v14M6 13l6 6 6-6" />`);
export const alertIcon = icon(svg`<circle cx="12" cy="12" r="9" /><path d="M12 7.5v5.5M12 16.5v.01" />`);
export const checkIcon = icon(svg`<path d="m5 12.5 4.5 4.5L19 7.5" />`);
export const menuIcon = icon(svg`<path d="M5 12v.01M12 12v.01M19 12v.01" stroke-width="3" />`);
export const deleteIcon = icon(svg`<path d="M5 7h14M10 4h4M7 7l1 13h8l1-13" />`);
export const askIcon = icon(svg`<path d="M7 17 17 7M9 7h8v8" />`);

/** Three dots; the style sheet animates them. */
export const dots = html`<i></i><i></i><i></i>`;
