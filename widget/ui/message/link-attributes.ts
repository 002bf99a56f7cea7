import { gateUrl } from '../../markdown/url-gate.ts';

/** The attributes of a link outside the markdown, which passes the same gate as every link inside it. */
export interface LinkAttributes {
  readonly href: string;
  readonly rel: string;
  /** For other origins, which open in a new tab. */
  readonly target?: '_blank';
}

/** The attributes of a link to an address; undefined when it is empty or may not be followed. */
export function linkAttributes(address: string): LinkAttributes | undefined {
  const href = gateUrl(address);
  if (href === undefined) return undefined;
  const { host, origin } = new URL(href, document.baseURI);
  const isForeign = host !== '' && origin !== location.origin;
  return { href, rel: 'noopener noreferrer nofollow', ...(isForeign && { target: '_blank' }) };
}
