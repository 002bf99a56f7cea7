/** A mistyped scheme: `https//chat.example`, `wss:/chat.example`. */
const SCHEME_WITHOUT_COLON = /^(https?|wss?)(?::?\/+|:)(?!\/)/i;

/**
 * Completes an address whose scheme was left out or mistyped.
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

/** The result of reading a list of origins. */
export interface OriginList {
  /** Origins in the spelling that browsers send. */
  readonly origins: readonly string[];
  /** Entries that cannot match any page, such as `*`. */
  readonly refused: readonly string[];
}

/**
 * Reads a list of origins in the form of `ALLOWED_ORIGINS`: separated by commas or blanks, or an array. Of a longer address
 * the origin is used.
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

/** Says what to write instead of entries that cannot match any page; undefined where every entry is readable. */
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
  // `URL` gives no `origin` for the schemes of extensions and apps, so it is put together here.
  return host === '' || !isName ? undefined : `${protocol}//${host}`;
}
