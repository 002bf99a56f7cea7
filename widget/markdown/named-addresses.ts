/** Two letters, which are country codes, common generic domains, and those that RFC 2606 keeps for examples. */
const TOP_LEVEL_DOMAIN =
  /^(?:[a-z]{2}|com|net|org|info|biz|edu|gov|mil|int|app|dev|xyz|online|site|shop|store|cloud|tech|top|bank|test|example|рф|укр|中国|한국)$/;

/** Ends of file names that have two letters. */
const FILE_NAME = /\.(?:cs|db|ex|fs|gd|go|gz|hs|jl|js|kt|md|ml|pm|ps|py|rb|rs|sh|tf|ts|vb|xz)$/;
/** Names of code and files that end like an address: `asp.net`, `main.cc`, `libssl.so`, `array.prototype.at`, `java.io`. */
const CODE_NAME =
  /^(?:(?:asp|vb|ado|ml|json)\.net|socket\.io|(?:main|index|script|test|setup|configure|makefile|config|utils?)\.(?:cc|pl|in|am|ac)|lib[\w+-]+\.so|.+\.prototype\..+|(?:com|org|javax?)\..+|(?:system|os|sys|df|self|this|console|logger|process|env|window|document|object|array|string|regexp|user|item|node|event|req|res|file)\.(?!com?$|org$|net$)[^.]+)$/;

/** Second levels of country codes below which names are given, as in `bank.co.uk`. */
const SECOND_LEVEL = /^(?:com?|org?|net?|ac|edu|gov?|gob|gouv|mil)$/;
/** Domains whose names below belong to many people. */
const SHARED_DOMAIN =
  /^(?:github|gitlab|vercel|netlify|web|pages|workers|herokuapp|blogspot|wordpress)\.(?:io|app|dev|com)$/;

/** `https://user:password@host/`, each part but the host may be missing; limits keep the search linear. */
const ADDRESS =
  /([a-z][a-z\d+.-]{0,20}:[/\\]{2,})?(?:([\p{L}\p{N}._%+-]{1,64})(?::[^\s@/]{0,64})?@)?([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)([/?](?=\S))?/gu;
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;

/** Characters that do not show, and thin spaces beside a dot or a slash. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}]|[\u2000-\u200A\u202F\u205F]+(?=[./:])|(?<=[./:])[\u2000-\u200A\u202F\u205F]+/gu;
/** Letters of languages that are written without blanks, or whose endings stand right behind a name. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]';
/** Where such a word and a name meet: `请访问bank.test登录`. */
const WORD_EDGE = new RegExp(`(?<=[a-z\\d])(?=${UNSPACED})|(?<=${UNSPACED})(?=[a-z\\d])`, 'gu');
/** What looks like a slash or a dot and stays what it is under NFKC. */
const SLASH = /[∕⁄⧸]/g;
const DOT = /[。ꓸ]/g;
/** Latin letters and look-alikes in one word: `bаnk` with a Cyrillic `а`. No registry gives such a name. */
const MIXED_SCRIPTS = /(?=[^.]*[a-z])[^.]*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/**
 * Whether a reader takes something in the text of a link for an address that is not the link's: something with a scheme,
 * `www.`, an `@` or a top-level domain, whose registrable domain is another one. Names of files and code are none. What it
 * gets wrong: a rare top-level domain (`bank.financial`) is none without `www.` or a scheme, nor is a name all of whose letters
 * are look-alikes; `bank.md` is a file; two customers of a host that {@link SHARED_DOMAIN} lacks count as one.
 *
 * @example
 * namesOtherAddress('Log in at bank.test', new URL('https://evil.test/')); // true
 * namesOtherAddress('bank.test', new URL('https://www.bank.test/')); // false
 * namesOtherAddress('README.md', new URL('https://code.test/')); // false
 */
export function namesOtherAddress(text: string, url: URL): boolean {
  const isMail = url.protocol === 'mailto:';
  const own = registrableDomain(isMail ? url.pathname.replace(/^.*@/, '') : url.hostname);
  const shown = fold(text);
  ADDRESS.lastIndex = 0;
  for (let match = ADDRESS.exec(shown); match; match = ADDRESS.exec(shown)) {
    const [, scheme, user = '', host = '', path] = match;
    const hosts: string[] = [];
    if (scheme || isHost(host, path !== undefined) || (user && /\.\p{L}{2,}$/u.test(host))) hosts.push(host);
    // `bank.test@evil.test` may be a mail address; on a link to a page it is none.
    if ((scheme || !isMail) && isHost(user, true)) hosts.push(user);
    if (hosts.some((name) => isMixed(name) || registrableDomain(hostnameOf(name)) !== own)) return true;
    // `.gi` of `code.test/a.gi` is no top-level domain.
    const rest = hosts.length > 0 ? shown.slice(ADDRESS.lastIndex - (path?.length ?? 0)) : '';
    if (/^[/?#:]/.test(rest)) ADDRESS.lastIndex += rest.search(/\s|$/);
  }
  return false;
}

/** The text as it looks: without what does not show, with plain dots and slashes. */
function fold(text: string): string {
  return text
    .replace(/\u202E([^\u202C\u2066-\u2069]*)/g, (_, turned: string) => reverse(turned))
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(SLASH, '/')
    .replace(DOT, '.')
    .replace(WORD_EDGE, ' ');
}

function isHost(name: string, hasPath: boolean): boolean {
  const host = name.replace(/^[-_.]+|[-_.]+$/g, '');
  if (IPV4.test(host) || /^www\../.test(host)) return true;
  if (CODE_NAME.test(host) || (!hasPath && FILE_NAME.test(host))) return false;
  const at = host.lastIndexOf('.');
  return at > 0 && (TOP_LEVEL_DOMAIN.test(host.slice(at + 1)) || isMixed(host));
}

/** No host is longer than 253 characters; a search in a longer word would take its square. */
function isMixed(host: string): boolean {
  return host.length <= 253 && MIXED_SCRIPTS.test(host);
}

function hostnameOf(host: string): string {
  const name = host.replace(/^[-_.]+|[-_.]+$/g, '');
  return URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : name;
}

/** The part of a host that one owner has: `bank.co.uk` of `www.bank.co.uk`. */
function registrableDomain(host: string): string {
  if (IPV4.test(host)) return host;
  const labels = host.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isSuffix = (top.length === 2 && SECOND_LEVEL.test(second)) || SHARED_DOMAIN.test(`${second}.${top}`);
  return labels.slice(isSuffix ? -3 : -2).join('.');
}

/** The text of an element as it is shown, with its line breaks. */
export function shownText(element: Element): string {
  if (!element.querySelector('br')) return element.textContent;
  const copy = element.cloneNode(true) as Element;
  for (const lineBreak of copy.querySelectorAll('br')) lineBreak.replaceWith('\n');
  return copy.textContent;
}

function reverse(text: string): string {
  return [...text].toReversed().join('');
}
