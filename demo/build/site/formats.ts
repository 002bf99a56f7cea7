import { FORMATS } from '../../scripts/playground/formats.ts';
import { escapeHtml } from './escape-html.ts';

/** One button for each format of the playground. */
export function formatsHtml(): string {
  return FORMATS.map(
    ({ id, title }) => `<button type="button" data-format="${id}" aria-pressed="false">${title}</button>`,
  ).join('\n');
}

/** The bytes of the first format, which are shown before anybody has chosen one. */
export function rawHtml(): string {
  return escapeHtml(FORMATS[0]?.chunks.join('') ?? '');
}
