/** Two letters, which are country codes, common generic domains, and those that RFC 2606 keeps for examples. */
const TOP_LEVEL_DOMAIN =
  /\.(?:[a-z]{2}|com|net|org|info|biz|edu|gov|mil|int|app|dev|xyz|online|site|shop|store|cloud|tech|top|bank|test|example|рф|укр|中国|한국)$/;

/** Ends of file names that have two letters. */
const FILE_NAME = /\.(?:cs|db|ex|fs|gd|go|gz|hs|jl|js|kt|md|ml|pm|ps|py|rb|rs|sh|tf|ts|vb|xz)$/;
/** Names of code and files that end like an address: `asp.net`, `main.cc`, `libssl.so`, `array.prototype.at`, `java.io`. */
const CODE_NAME =
  /^(?:.+\.prototype\..+|(?:com|org|javax?)\..+|lib[\w-]+\.so|(?:asp|ado|vb|socket|main|index|script|test|setup|config|makefile|utils?|system|os|sys|df|self|this|console|process|env|window|document|object|array|string|user|item|event|file)\.(?!com?$|org$)[^.]+)$/;

/** Second levels of country codes below which names are given, as in `bank.co.uk`. */
const SECOND_LEVEL = /^(?:com?|org?|net?|ac|edu|gov?|gob|gouv|mil)$/;
/** Domains whose names below belong to many people. */
const SHARED_DOMAIN =
  /^(?:github|gitlab|vercel|netlify|web|pages|workers|herokuapp|blogspot|wordpress)\.(?:io|app|dev|com)$/;

/** Where the path of an address begins, and each further part of it; not the slashes of `https://`. */
const PATH_START = /(?<![:/\\])[/\\]|\?/;
const SCHEME_END = /:[/\\]{2}/;
const NAME = /[\p{L}\p{N}](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}])?/gu;

/** Characters that do not show, and thin spaces. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2000-\u200A\u202F\u205F]/gu;
/** Characters behind which text stands in the other direction. */
const TURNING = /[\u202D\u202E]/;
/** What looks like a slash or a dot and stays what it is under NFKC. */
const SLASH = /[∕⁄⧸]/g;
const DOT = /[。ꓸ]/g;
/** Latin letters and look-alikes in one label: `bаnk` with a Cyrillic `а`. No registry gives such a name. */
const MIXED_SCRIPTS = /^(?=.*[a-z]).*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

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
  const hosts = fold(text)
    .split(/\s+/)
    .flatMap((word) => hostsIn(word, isMail));
  return TURNING.test(text) || hosts.some((host) => isMixed(host) || registrableDomain(host) !== own);
}

/** What a reader takes for hosts in a word. Behind them stands a path: `.gi` of `code.test/a.gi` is no top-level domain. */
function hostsIn(word: string, isMail: boolean): string[] {
  const parts = word.split(PATH_START);
  for (const [number, part] of parts.entries()) {
    const scheme = part.search(SCHEME_END);
    const at = part.lastIndexOf('@');
    const names = [...part.matchAll(NAME)].filter(({ 0: name, index }) => {
      // `bank.test@evil.test` may be a mail address; on a link to a page it is none.
      if (isMail && index < at) return false;
      if (scheme >= 0 && index > scheme) return /\D/.test(name);
      return (at > 0 && index > at && /\.\p{L}{2,}$/u.test(name)) || isHost(name, Boolean(parts[number + 1]));
    });
    if (names.length > 0) return names.map(([name]) => name);
  }
  return [];
}

/** The text as it looks: without what does not show, with plain dots and slashes. */
function fold(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFKC').toLowerCase().replace(SLASH, '/').replace(DOT, '.');
}

function isHost(name: string, hasPath: boolean): boolean {
  if (/^(?:(?:\d+\.){3}\d+$|www\..)/.test(name)) return true;
  if (CODE_NAME.test(name) || (!hasPath && FILE_NAME.test(name))) return false;
  return TOP_LEVEL_DOMAIN.test(name) || isMixed(name);
}

function isMixed(name: string): boolean {
  return name.includes('.') && name.split('.').some((label) => MIXED_SCRIPTS.test(label));
}

/** The part of a host that one owner has: `bank.co.uk` of `www.bank.co.uk`. */
function registrableDomain(name: string): string {
  const host = URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : name;
  // An IPv4 address.
  if (/\d$/.test(host)) return host;
  const labels = host.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isSuffix = (top.length === 2 && SECOND_LEVEL.test(second)) || SHARED_DOMAIN.test(`${second}.${top}`);
  return labels.slice(isSuffix ? -3 : -2).join('.');
}

/** The text of a link; `undefined` where its characters may stand in another order than they are read in, by `<bdo>` or ruby. */
export function shownText(link: HTMLElement): string | undefined {
  return link.closest('bdo') || link.querySelector('bdo,rp,rt') ? undefined : link.textContent;
}
