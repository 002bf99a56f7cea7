/** Settings that an object of a page's script names; of a value that is no plain text, only the name is known. */
export type NamedValues = readonly (readonly [name: string, value: string | undefined])[];

/** A text in quotes, or a comment. */
const QUOTED = /(["'`])((?:\\.|(?!\1)[^\\])*)\1|\/\*[^]*?\*\/|\/\/.*/g;

/** Brackets with nothing in them that is in brackets itself. */
const INNERMOST = /[([{]([^()[\]{}]*)[)\]}]/g;

/** What stands before an object that is given to `cfAiChat`: `cfAiChat = `, `cfAiChat = [`, `(cfAiChat ??= []).push(`. */
const GIVEN = /\bcfAiChat\s*(?:[?|]{0,2}=(?!=)|(?:[?|]{2}=?\s*\S+\s*\)\s*)?\??\.push\s*\()[\s\w,.|[\]§]*$/;

/** `cfAiChat.heading = …` */
const ASSIGNED = /\bcfAiChat\.(\w+)\s*=(?![=>])\s*(?:§(\d+))?/g;

/**
 * The settings that a script of the page gives to `window.cfAiChat`, one list for each object. The script is read, not run: what it
 * computes is not seen.
 *
 * @example
 * readScriptSettings(`window.cfAiChat = { heading: 'Ask us', open: true };`); // [[['heading', 'Ask us'], ['open', undefined]]]
 */
export function readScriptSettings(code: string): NamedValues[] {
  const texts: string[] = [];
  let rest = code.replaceAll(QUOTED, (_, quote: string | undefined, text: string) =>
    quote === undefined ? '' : `§${texts.push(text) - 1}`,
  );
  const found: NamedValues[] = [...rest.matchAll(ASSIGNED)].map(([, name = '', text]) => [
    [name, text === undefined ? undefined : texts[Number(text)]],
  ]);
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = before.replaceAll(INNERMOST, (brackets: string, content: string, offset: number) => {
      if (brackets.startsWith('{') && GIVEN.test(before.slice(0, offset)))
        found.push(content.split(',').flatMap((entry) => readEntry(entry, texts)));
      // Of `(cfAiChat ??= [])` what it is about.
      return /\bcfAiChat\b/.test(content) ? ' cfAiChat' : '0';
    });
  }
  return found;
}

/** `heading: §0`, `'heading': §1`, `headers`, or `async headers0 0`. */
function readEntry(entry: string, texts: readonly string[]): NamedValues {
  const [, index, name, text] =
    /^\s*(?:async\s+)?(?:§(\d+)|([a-z][\w-]*?))0?\s*(?:0\s*)?(?::\s*(?:§(\d+)\s*$)?|$)/i.exec(entry) ?? [];
  const key = index === undefined ? name : texts[Number(index)];
  return key === undefined ? [] : [[key, text === undefined ? undefined : texts[Number(text)]]];
}
