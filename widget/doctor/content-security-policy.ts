/** One policy: the sources of each directive, by the directive's name in lower case. */
export type Policy = ReadonlyMap<string, readonly string[]>;

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
};

const HOST_SOURCE = /^(?:([a-z][a-z\d+.-]*:)\/\/)?(\*|(?:\*\.)?[^/:*]+)(?::(\d+|\*))?(\/[^?#]*)?$/i;

/**
 * Parses the value of a `Content-Security-Policy` header, which may contain several policies.
 * https://www.w3.org/TR/CSP3/#parse-serialized-policy
 */
export function parsePolicies(header: string): Policy[] {
  return header
    .split(',')
    .map(parsePolicy)
    .filter((policy) => policy.size > 0);
}

/** Whether a policy allows requests from the page to a URL. */
export function allowsConnection(policy: Policy, url: URL, page: URL): boolean {
  const sources = policy.get('connect-src') ?? policy.get('default-src');
  return sources === undefined || matchesAny(sources, url, page);
}

/** Whether a policy allows a script of the page's HTML. */
export function allowsScript(policy: Policy, url: URL, page: URL, nonce = ''): boolean {
  const sources = policy.get('script-src-elem') ?? policy.get('script-src') ?? policy.get('default-src');
  if (sources === undefined || (nonce !== '' && sources.includes(`'nonce-${nonce}'`))) return true;
  // With `'strict-dynamic'`, browsers ignore the addresses in the list.
  return !sources.includes("'strict-dynamic'") && matchesAny(sources, url, page);
}

/** Whether a policy allows an allowed script with the nonce to add another script. */
export function allowsAddedScript(policy: Policy, url: URL, page: URL, nonce = ''): boolean {
  const sources = policy.get('script-src-elem') ?? policy.get('script-src') ?? policy.get('default-src');
  return sources?.includes("'strict-dynamic'") || allowsScript(policy, url, page, nonce);
}

/** Whether a policy allows a frame on the page. */
export function allowsFrame(policy: Policy, url: URL, page: URL): boolean {
  const sources = policy.get('frame-src') ?? policy.get('child-src') ?? policy.get('default-src');
  return sources === undefined || matchesAny(sources, url, page);
}

/** Whether a policy allows pictures with a scheme such as `data:`. */
export function allowsPictures(policy: Policy, scheme: string): boolean {
  const sources = policy.get('img-src') ?? policy.get('default-src');
  // https://www.w3.org/TR/CSP3/#match-url-to-source-expression: `*` does not include these schemes.
  return sources === undefined || sources.some((source) => source.toLowerCase() === scheme);
}

/** Whether a policy allows the page to create the Trusted Types policy of this name. */
export function allowsTrustedTypes(policy: Policy, name: string): boolean {
  const names = policy.get('trusted-types');
  if (names === undefined) return true;
  return names.includes(name) || names.includes('*');
}

function parsePolicy(text: string): Policy {
  const directives = new Map<string, readonly string[]>();
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    // According to the specification, the first directive of a name counts.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

function matchesAny(sources: readonly string[], url: URL, page: URL): boolean {
  return sources.some((source) => matches(source, url, page));
}

/** https://www.w3.org/TR/CSP3/#match-url-to-source-expression */
function matches(source: string, url: URL, page: URL): boolean {
  if (source === '*') return url.protocol in DEFAULT_PORTS || url.protocol === page.protocol;
  if (source.toLowerCase() === "'self'") return matchesSelf(url, page);
  if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return matchesScheme(source.toLowerCase(), url.protocol);
  const parts = HOST_SOURCE.exec(source);
  if (parts === null) return false;
  const [, scheme, host = '', port = '', path = ''] = parts;
  return (
    (scheme === undefined ? matchesPage(page, url) : matchesScheme(scheme.toLowerCase(), url.protocol)) &&
    matchesHost(host.toLowerCase(), url.hostname) &&
    matchesPort(port, url) &&
    matchesPath(path, url.pathname)
  );
}

/**
 * Whether a URL has the page's host and port. The standard ports of two schemes count as the same port; for both, `port` is
 * empty.
 */
function matchesSelf(url: URL, page: URL): boolean {
  return url.hostname === page.hostname && url.port === page.port && matchesPage(page, url);
}

/**
 * Whether the scheme fits the page's: `https:` also fits a page with `http:`, and the scheme of a socket counts as that of its
 * requests.
 */
function matchesPage(page: URL, { protocol }: URL): boolean {
  return matchesScheme(page.protocol, protocol.replace('ws', 'http'));
}

/** The further schemes that a scheme in a policy allows: https://www.w3.org/TR/CSP3/#match-schemes */
const SAFER_SCHEMES: Readonly<Record<string, RegExp>> = {
  'http:': /^https:/,
  'ws:': /^(?:wss|https?):/,
  'wss:': /^https:/,
};

function matchesScheme(scheme: string, protocol: string): boolean {
  return scheme === protocol || SAFER_SCHEMES[scheme]?.test(protocol) === true;
}

function matchesHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

function matchesPort(port: string, { port: actual, protocol }: URL): boolean {
  const standard = DEFAULT_PORTS[protocol];
  if (port === '*') return true;
  if (port === '') return actual === '' || actual === standard;
  return (
    port === (actual === '' ? standard : actual) || (port === '80' && actual === '' && protocol === 'https:')
  );
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === '') return true;
  return pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern;
}
