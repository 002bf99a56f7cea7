/** Parameters of an address that count visits or name a session. The page is the same without them. */
const TRACKING =
  /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|oscsid)$/i;
/** `/cart;jsessionid=8F3A`: a server without cookies writes another one into every link. */
const PATH_SESSION = /;jsessionid=[^/]*/gi;
/** Endings of files that are no pages: links to them are not followed. */
const FILE =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|css|m?js|json|xml|rss|atom|zip|gz|tgz|exe|dmg|mp[34]|webm|ogg|wav|woff2?|ttf|docx?|xlsx?|pptx?)$/i;
const PDF = /\.pdf$/i;

/** Which addresses belong to a source. */
export interface Scope {
  /** Where the source begins: addresses of the same origin in the same folder belong to it. */
  readonly start: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly isWithPdf: boolean;
}

/**
 * The address without its fragment, and without what only counts visits or names a session; undefined where it is no web address.
 */
export function normalize(address: string, base?: string): string | undefined {
  const url = URL.parse(address, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  url.pathname = url.pathname.replace(PATH_SESSION, '');
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  return url.href;
}

/**
 * Moves an address to the origin of `start`, where they differ only in `http:` or `https:` and in `www.`: sitemaps often still have
 * the old origin.
 */
export function adoptOrigin(address: string, start: string): string {
  const url = new URL(address);
  const { origin } = new URL(start);
  return isSameSite(address, start) ? url.href.replace(url.origin, origin) : address;
}

/** Whether two addresses are of one host, apart from `www.` and the scheme. */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  const nameOf = (url: URL): string => url.host.replace(/^www\./, '');
  return nameOf(a) === nameOf(b);
}

/**
 * Whether the host of an address may be on the public web, by its name: not a number such as `10.0.0.1`, nor `localhost` or
 * `nas.local`.
 */
export function isPublic(address: string): boolean {
  return /\.(?!(?:local|localhost|internal|intranet|lan|home|corp|arpa)$)[a-z][a-z\d-]*$/.test(
    new URL(address).hostname,
  );
}

/** Whether an address belongs to the source, and the owner has not excluded it. */
export function isInScope(address: string, { start, include, exclude, isWithPdf }: Scope): boolean {
  const { origin, pathname, search } = new URL(address);
  const folder = new URL('.', start);
  const matches = (pattern: string): boolean => toExpression(pattern).test(pathname + search);
  return (
    origin === folder.origin &&
    (address === start || pathname.startsWith(folder.pathname)) &&
    !FILE.test(pathname) &&
    (isWithPdf || !PDF.test(pathname)) &&
    (include.length === 0 || include.some(matches)) &&
    !exclude.some(matches)
  );
}

/** The pattern as in robots.txt: the beginning of a path, `*` for any text, `$` for the end. */
function toExpression(pattern: string): RegExp {
  const source = pattern.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${source}`);
}
