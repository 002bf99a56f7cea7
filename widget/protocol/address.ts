/** `https//chat.example`, and `wss:/chat.example`. */
const SCHEME_WITHOUT_COLON = /^(https?|wss?)(?::?\/+|:)(?!\/)/i;

/**
 * An address as it was meant by somebody who left its scheme out, or mistyped it.
 *
 * @example
 * completeAddress('shop.example/help'); // 'https://shop.example/help'
 * completeAddress('localhost:5173'); // 'http://localhost:5173'
 * completeAddress('wss//agents.example'); // 'wss://agents.example'
 */
export function completeAddress(text: string): string {
  const typed = text.trim();
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed;
  const host = typed.replace(SCHEME_WITHOUT_COLON, '').replace(/^\/\//, '');
  const scheme = SCHEME_WITHOUT_COLON.exec(typed)?.[1]?.startsWith('ws') ? 'ws' : 'http';
  return `${scheme}${/^(?:localhost(?=[:/?#]|$)|127\.|\[::1)/.test(host) ? '' : 's'}://${host}`;
}

/** What a list of origins allows. */
export interface OriginList {
  /** As browsers send them. */
  readonly origins: readonly string[];
  /** Entries that no browser ever sends, such as `*`. */
  readonly refused: readonly string[];
}

/**
 * Reads a list of origins as `ALLOWED_ORIGINS` has it: separated by commas or blanks, or an array. An address counts for its origin.
 *
 * @example
 * readOrigins('https://Shop.example/ localhost:5173, null');
 * // { origins: ['https://shop.example', 'http://localhost:5173', 'null'], refused: [] }
 * readOrigins('https://*.shop.example'); // { origins: [], refused: ['https://*.shop.example'] }
 */
export function readOrigins(list: unknown): OriginList {
  const entries = String(list ?? '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => ({ entry, origin: readOrigin(entry) }));
  return {
    origins: entries.flatMap(({ origin }) => origin ?? []),
    refused: entries.flatMap(({ entry, origin }) => (origin === undefined ? entry : [])),
  };
}

/** What to write instead of a list with entries that allow nobody; undefined where every entry is readable. */
export function explainOrigins(list: unknown): string | undefined {
  const { origins, refused } = readOrigins(list);
  if (refused.length === 0) return undefined;
  const meant = refused.map((entry) =>
    readOrigin(entry.replaceAll(/["'“”[\]{}<>]/g, '').replace('*.', 'www.')),
  );
  const line = [...origins, ...meant.map((origin) => origin ?? 'https://www.example.com')].join(' ');
  return `ALLOWED_ORIGINS has ${refused.join(', ')}, which is the origin of no page: each site is named by itself. Write "ALLOWED_ORIGINS": "${line}"`;
}

function readOrigin(entry: string): string | undefined {
  if (entry === 'null') return entry;
  const address = completeAddress(entry);
  if (/[*"'“”<>{}]/.test(entry) || !URL.canParse(address)) return undefined;
  const { protocol, host, hostname } = new URL(address);
  const isName = address === entry || /[.:]|^localhost$/.test(hostname);
  // Those of extensions and apps have no `origin` in `URL`.
  return host === '' || !isName ? undefined : `${protocol}//${host}`;
}
