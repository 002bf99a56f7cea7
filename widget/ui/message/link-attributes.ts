import { settleLink } from '../../markdown/url-gate.ts';

/** What a link outside the markdown may be, after the same gate as every link inside it. */
export interface SettledLink {
  readonly href: string;
  readonly rel: string;
  readonly target: string;
}

/** Passes an address through the URL gate; undefined when it is empty or may not be followed. */
export function settledLink(url: string): SettledLink | undefined {
  if (!url) return undefined;
  const link = document.createElement('a');
  link.setAttribute('href', url);
  settleLink(link, {});
  return link.hasAttribute('href') ? { href: link.href, rel: link.rel, target: link.target } : undefined;
}
