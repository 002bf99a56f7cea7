import { createElement } from '../../base/launcher.ts';

/** A character of words and their punctuation; none of those by which markdown or an address begins. */
const CHARACTER = String.raw`(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\u00a0\u200d\u202f\u2060\ufe0f,!?…'’"“”„«»;()–—¿¡،؟؛。，！？、；：-]|[.:](?= |\*|$)| (?! |\*|$))`;
const PLAIN = new RegExp(`^(?![\\d -])(?:\\*\\*(?! )(${CHARACTER}+)\\*\\*(?= |$))?((?:${CHARACTER})*)$`, 'u');

/** Whether a text is one line of words, of which the first may be bold, as in the greetings that we bring. */
export function isPlain(text: string): boolean {
  return text !== '' && PLAIN.test(text);
}

/** Such a text as the renderer would draw it. */
export function drawPlain(text: string): HTMLElement {
  const [, bold, rest = ''] = PLAIN.exec(text) ?? [];
  return createElement('p', { dir: 'auto' }, ...(bold ? [createElement('strong', {}, bold)] : []), rest);
}
