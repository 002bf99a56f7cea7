import { createElement } from '../../base/launcher.ts';

/** A character of words and punctuation with which no markdown and no address can begin. */
const CHARACTER = String.raw`(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\u00a0\u200d\u202f\u2060\ufe0f,!?…'’"“”„«»;()–—¿¡،؟؛。，！？、；：-]|[.:](?= |\*|$)| (?! |\*|$))`;
const PLAIN = new RegExp(`^(?![\\d -])(?:\\*\\*(?! )(${CHARACTER}+)\\*\\*(?= |$))?((?:${CHARACTER})*)$`, 'u');

/** Whether a text is one line of plain words, of which the first may be bold, such as the default greetings. */
export function isPlain(text: string): boolean {
  return text !== '' && PLAIN.test(text);
}

/** Draws such a text exactly as the renderer would. */
export function drawPlain(text: string): HTMLElement {
  const [, bold, rest = ''] = PLAIN.exec(text) ?? [];
  return createElement('p', { dir: 'auto' }, ...(bold ? [createElement('strong', {}, bold)] : []), rest);
}
