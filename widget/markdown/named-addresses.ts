import { UNSPACED_RANGES } from './emphasis.ts';

/**
 * Top-level domains that count: country codes (two letters), common generic domains, and those that RFC 2606 reserves for
 * examples.
 */
const TOP_LEVEL_DOMAIN =
  /^(?:[a-z]{2}|com|net|org|info|biz|edu|gov|mil|int|app|dev|xyz|online|site|shop|store|cloud|tech|top|bank|test|example|рф|укр|中国|한국)$/;

/** Extensions of file names that are also country codes. */
const FILE_NAME = /\.(?:cs|db|ex|fs|gd|go|gz|hs|jl|js|kt|md|ml|pm|ps|py|rb|rs|sh|tf|ts|vb|xz)$/;
/** Names of code and files that look like an address: `asp.net`, `main.cc`, `libssl.so`, `array.prototype.at`, `java.io`. */
const CODE_NAME =
  /^(?:(?:asp|vb|ado|ml|json)\.net|socket\.io|(?:main|index|script|test|setup|configure|makefile|config|utils?)\.(?:cc|pl|in|am|ac)|lib[\w+-]+\.so|.+\.prototype\..+|(?:com|org|javax?)\..+|(?:system|os|sys|df|self|this|console|logger|process|env|window|document|object|array|string|regexp|user|item|node|event|req|res|file)\.(?!com?$|org$|net$)[^.]+)$/;

/** Second levels of country codes under which names are registered, such as `co.uk` in `bank.co.uk`. */
const SECOND_LEVEL = /^(?:com?|org?|net?|ac|edu|gov?|gob|gouv|mil)$/;
/** Domains under which many people have their own subdomain. */
const SHARED_DOMAIN =
  /^(?:github|gitlab|vercel|netlify|web|pages|workers|herokuapp|blogspot|wordpress)\.(?:io|app|dev|com)$/;

/** `https://user:password@host/`, in which only the host is required. Lengths are limited, so that the search stays linear. */
const ADDRESS =
  /([a-z][a-z\d+.-]{0,20}:[/\\]{2,})?(?:([\p{L}\p{N}._%+-]{1,64})(?::[^\s@/]{0,64})?@)?([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)([/?](?=\S))?/gu;
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;

/** Invisible characters, and thin spaces beside a dot or a slash. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}]|[\u2000-\u200A\u202F\u205F]+(?=[./:])|(?<=[./:])[\u2000-\u200A\u202F\u205F]+/gu;
/** The border between a script without blanks and a Latin name: `请访问bank.test登录`. */
const WORD_EDGE = new RegExp(
  `(?<=[a-z\\d])(?=[${UNSPACED_RANGES}])|(?<=[${UNSPACED_RANGES}])(?=[a-z\\d])`,
  'gu',
);
/** Characters that look like a slash or a dot, but that NFKC does not convert to one. */
const SLASH = /[∕⁄⧸]/g;
const DOT = /[。ꓸ]/g;
/**
 * A word with Latin letters and look-alikes from another script: `bаnk` with a Cyrillic `а`. No registry accepts such a name.
 */
const MIXED_SCRIPTS = /(?=[^.]*[a-z])[^.]*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/**
 * Whether the text of a link contains an address of another site than the link's. An address has a scheme, `www.`, an `@` or a
 * top-level domain; it is another site if its registrable domain differs. Names of files and code do not count. Known errors:
 * a rare top-level domain (`bank.financial`) is only noticed with `www.` or a scheme; a name made only of look-alikes is not
 * noticed; `bank.md` counts as a file; two customers of a host that {@link SHARED_DOMAIN} lacks count as the same site.
 *
 * @example
 * namesOtherAddress('Log in at bank.test', new URL('https://evil.test/')); // true
 * namesOtherAddress('bank.test', new URL('https://www.bank.test/')); // false
 * namesOtherAddress('README.md', new URL('https://code.test/')); // false
 */
export function namesOtherAddress(text: string, url: URL): boolean {
  const isMail = url.protocol === 'mailto:';
  const own = registrableDomain(isMail ? url.pathname.replace(/^.*@/, '') : url.hostname);
  const shown = toVisibleText(text);
  ADDRESS.lastIndex = 0;
  for (let match = ADDRESS.exec(shown); match; match = ADDRESS.exec(shown)) {
    const [, scheme, user = '', host = '', path] = match;
    const hosts: string[] = [];
    if (scheme || isHost(host, path !== undefined) || (user && /\.\p{L}{2,}$/u.test(host))) hosts.push(host);
    // `bank.test@evil.test` may be a mail address, but a link to a page then pretends to lead to `bank.test`.
    if ((scheme || !isMail) && isHost(user, true)) hosts.push(user);
    if (hosts.some((name) => hasMixedScripts(name) || registrableDomain(hostnameOf(name)) !== own))
      return true;
    // Skip the path of a found address: `.gi` in `code.test/a.gi` is no top-level domain.
    const rest = hosts.length > 0 ? shown.slice(ADDRESS.lastIndex - (path?.length ?? 0)) : '';
    if (/^[/?#:]/.test(rest)) ADDRESS.lastIndex += rest.search(/\s|$/);
  }
  return false;
}

/** The text as it looks to a reader: without invisible characters, with plain dots and slashes. */
function toVisibleText(text: string): string {
  return text
    .replace(/\u202E([^\u202C\u2066-\u2069]*)/g, (_, turned: string) => [...turned].toReversed().join(''))
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
  return at > 0 && (TOP_LEVEL_DOMAIN.test(host.slice(at + 1)) || hasMixedScripts(host));
}

/** No host has more than 253 characters; in a longer word the search would take quadratic time. */
function hasMixedScripts(host: string): boolean {
  return host.length <= 253 && MIXED_SCRIPTS.test(host);
}

function hostnameOf(host: string): string {
  const name = host.replace(/^[-_.]+|[-_.]+$/g, '');
  return URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : name;
}

/** The part of a host that belongs to one owner: `bank.co.uk` in `www.bank.co.uk`. */
function registrableDomain(host: string): string {
  if (IPV4.test(host)) return host;
  const labels = host.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isSuffix = (top.length === 2 && SECOND_LEVEL.test(second)) || SHARED_DOMAIN.test(`${second}.${top}`);
  return labels.slice(isSuffix ? -3 : -2).join('.');
}

/** The text of an element as it is shown, including line breaks. */
export function shownText(element: Element): string {
  if (!element.querySelector('br')) return element.textContent;
  const copy = element.cloneNode(true) as Element;
  for (const lineBreak of copy.querySelectorAll('br')) lineBreak.replaceWith('\n');
  return copy.textContent;
}
