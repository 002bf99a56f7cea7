/** The settings in an object of a script. Of a value that is not a plain text, only the name is known. */
export type NamedValues = readonly (readonly [name: string, value: string | undefined])[];

/** A text in quotes, or a comment. */
const QUOTED_OR_COMMENT = /(["'`])((?:\\.|(?!\1)[^\\])*)\1|\/\*[^]*?\*\/|\/\/.*/g;

/** A pair of brackets without further brackets inside. */
const INNERMOST_BRACKETS = /[([{]([^()[\]{}]*)[)\]}]/g;

/** The code before an object that is given to `cfAiChat`: `cfAiChat = `, `cfAiChat = [`, `(cfAiChat ??= []).push(`. */
const BEFORE_SETTINGS =
  /\bcfAiChat\s*(?:[?|]{0,2}=(?!=)|(?:[?|]{2}=?\s*\S+\s*\)\s*)?\??\.push\s*\()[\s\w,.|[\]§]*$/;

/** A single assignment: `cfAiChat.heading = …` */
const SETTING_ASSIGNMENT = /\bcfAiChat\.(\w+)\s*=(?![=>])\s*(?:§(\d+))?/g;

/**
 * The settings that a script of the page gives to `window.cfAiChat`, one list for each object. The script is only parsed, so
 * computed values are not known.
 *
 * @example
 * readScriptSettings(`window.cfAiChat = { heading: 'Ask us', open: true };`); // [[['heading', 'Ask us'], ['open', undefined]]]
 */
export function readScriptSettings(code: string): NamedValues[] {
  const texts: string[] = [];
  let rest = code.replaceAll(QUOTED_OR_COMMENT, (_, quote: string | undefined, text: string) =>
    quote === undefined ? '' : `§${texts.push(text) - 1}`,
  );
  const found: NamedValues[] = [...rest.matchAll(SETTING_ASSIGNMENT)].map(([, name = '', text]) => [
    [name, text === undefined ? undefined : texts[Number(text)]],
  ]);
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = before.replaceAll(INNERMOST_BRACKETS, (brackets: string, content: string, offset: number) => {
      if (brackets.startsWith('{') && BEFORE_SETTINGS.test(before.slice(0, offset)))
        found.push(content.split(',').flatMap((entry) => readEntry(entry, texts)));
      // For brackets such as `(cfAiChat ??= [])`, keep the name that they contain.
      return /\bcfAiChat\b/.test(content) ? ' cfAiChat' : '0';
    });
  }
  return found;
}

/**
 * Reads an entry such as `heading: §0`, `'heading': §1`, `headers`, or `async headers0 0`; `§0` refers to a text, `0` replaces
 * brackets.
 */
function readEntry(entry: string, texts: readonly string[]): NamedValues {
  const [, index, name, text] =
    /^\s*(?:async\s+)?(?:§(\d+)|([a-z][\w-]*?))0?\s*(?:0\s*)?(?::\s*(?:§(\d+)\s*$)?|$)/i.exec(entry) ?? [];
  const key = index === undefined ? name : texts[Number(index)];
  return key === undefined ? [] : [[key, text === undefined ? undefined : texts[Number(text)]]];
}
