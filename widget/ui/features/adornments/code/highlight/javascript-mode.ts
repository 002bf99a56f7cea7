import type { Cursor, Mode, TokenKind } from './mode.ts';

/** A pattern for the next characters, the kind of the text that it matches, and the context that the text begins or ends. */
type Rule = readonly [pattern: RegExp, kind: TokenKind | undefined, begins?: Context | 'end'];

/**
 * What the next characters belong to. `names` is code where a list defines names: parameters, imports, patterns. `object` is the
 * literal of an object.
 */
type Context = 'code' | 'names' | 'object' | 'template' | 'comment';

// The first rule that matches is used. What a name is depends on the text before and after it, in lookbehinds and lookaheads.

/** Comments, values, and words that have a kind in every context of code. */
const COMMON_RULES: readonly Rule[] = [
  [/\s+/y, undefined],
  [/(?<!\bhttps?:)\/\/.*|^#!.*/y, 'comment'],
  [/\/\*/y, 'comment', 'comment'],
  [/`/y, 'string', 'template'],
  // Keys, and names before a type: `{ "key": 1 }`, `(a?: string)`, but not the `b` of `a ? b : c`.
  [
    /(?<=(?:[{,(]|^)\s*)(?!this\b|default:(?:$|\s*(?:return|break|throw)\b))(?:(["'])(?:\\.|(?!\1)[^\\])*\1|#?[\w$]+)(?=\s*[?!]?:)/y,
    'name',
  ],
  [/(["'])(?:\\.|(?!\1)[^\\])*\1/y, 'string'],
  // Text between the tags of one line of JSX. In longer texts an apostrophe begins no string.
  [/(?<=[^=\s]>)[^<>{}()=;]+(?=<\/)/y, undefined],
  [/[a-z]+'(?:[dmst]|ll|re|ve)\b(?!')/iy, undefined],
  // A regular expression stands where a value may begin, a division after a value: `i++ / 2`, `a! / 2`; `/>` ends a tag of JSX.
  [
    /(?<=(?:^(?!\s*\/\s)|[=(,;:&|?{[*%>~^]|\}(?!\s*\/>)|(?<!\+)\+|(?<!-)-|(?<![\w$)\]])!|\b(?:return|typeof|case|yield|await))\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\/[])+\/\w*/y,
    'string',
  ],
  [/(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)n?/y, 'number'],
  // Properties, private names, decorators, attributes of JSX.
  [/(?<=(?<!\.\.)\.)#?[\w$]+|#[\w$]+|@[\w$.]+|[\w-]+(?==["{])/y, 'name'],
  // Types that are also names of variables, where they are types.
  [
    /(?:string|number|boolean|bigint|symbol|object|any|unknown|never|void(?!\s+[\w(]))\b(?:(?<=(?:[:<|&[]|=>|[<[][^()=;]*,|\b(?:as|is|extends|keyof|readonly|type\b.*))\s*\w+)|(?=\s*(?:\|\s|\[\])))/y,
    'type',
  ],
  [
    /(?:if|else|for|while|do|switch|case|default|break|continue|return|try|catch|finally|throw|new|delete|typeof|instanceof|in|void|this|super|var|let|const|function|class|extends|import|export|yield|await|with|debugger)\b(?![$-])/y,
    'keyword',
  ],
  // Keywords before another word, else names.
  [
    /(?:of|as|from|async|static|get|set|type|interface|enum|namespace|declare|abstract|readonly|public|private|protected|override|implements|keyof|infer|is|satisfies|asserts)(?=\s+[\w$#{["'*(])/y,
    'keyword',
  ],
  [/(?:true|false|null|undefined|NaN|Infinity)\b/y, 'number'],
  // Classes, types and components by their case; tags.
  [/[A-Z](?:[\w$]*[a-z][\w$]*)?\b|(?<=<\/?)[a-z][\w.-]*/y, 'type'],
  [
    /(?<=\b(?:const|let|var|function|import|as|async|static|get|set|readonly|public|private|protected|override)[\s*]+)[\w$]+/y,
    'name',
  ],
  // Methods, and the parameter of `a => b`.
  [/(?<=(?:[{,]|^)\s*)[\w$]+(?=\((?:[^()]|\([^()]*\))*\)(?::|[^()={;]*\{))|[\w$]+(?=\s*=>)/y, 'name'],
];

/** Other names, brackets and operators. */
const OTHERS: readonly Rule[] = [
  [/[\w$\xa1-\uffff]+/y, undefined],
  [/(?<=\b(?:const|let|var|import|export)\s+(?:type\s+)?(?:[\w$]+,\s*)?)[{[]/y, undefined, 'names'],
  [/(?<=[([,]\s*|[=:?]\s+|\breturn\s+)\{/y, undefined, 'object'],
  // Parameters.
  [/(?<=(?<!\.)\b(?:function\b\*?\s*[\w$]*(?:<[^()]*>)?|catch\s*))\(/y, undefined, 'names'],
  [
    /(?<!\b(?:if|for|await|while|switch)\s*)\((?=(?:[^()]|\([^()]*\))*\)[^()={;]*(?:=>|\{))/y,
    undefined,
    'names',
  ],
  [/[{([]/y, undefined, 'code'],
  [/[})\]]/y, undefined, 'end'],
];

const RULES: Readonly<Record<Context, readonly Rule[]>> = {
  code: [...COMMON_RULES, ...OTHERS],
  names: [
    ...COMMON_RULES,
    [/(?<=(?:[{[(,:]|\.\.\.|\btype|^)\s*)[\w$]+(?![\w$.(])/y, 'name'],
    [/[{[]/y, undefined, 'names'],
    ...OTHERS,
  ],
  object: [...COMMON_RULES, [/(?<=(?:[{,]|^)\s*)[\w$]+(?=\s*(?:[,}]|$))/y, 'name'], ...OTHERS],
  template: [
    [/(?:\\.|(?!\$\{)[^`\\])+/y, 'string'],
    [/`/y, 'string', 'end'],
    [/\$\{/y, undefined, 'code'],
  ],
  comment: [
    [/.*?\*\//sy, 'comment', 'end'],
    [/.+/sy, 'comment'],
  ],
};

/** JavaScript, TypeScript, both with JSX, and JSON. Its state are the contexts that are open, the innermost last. */
export const javascript: Mode = {
  startState: (): Context[] => [],

  readToken(cursor: Cursor, open: Context[]): TokenKind | undefined {
    for (const [pattern, kind, begins] of RULES[open.at(-1) ?? 'code']) {
      pattern.lastIndex = cursor.position;
      if (!pattern.test(cursor.line)) continue;
      cursor.position = pattern.lastIndex;
      if (begins === 'end') open.pop();
      else if (begins) open.push(begins);
      return kind;
    }
    cursor.position += 1;
    return undefined;
  },
};
