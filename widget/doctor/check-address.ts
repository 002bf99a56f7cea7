import { completeAddress } from '../protocol/address.ts';
import { isSocketUrl } from '../protocol/transport.ts';
import type { Finding } from './finding.ts';

/**
 * Placeholders that documentation uses for the reader's own address: brackets and `YOUR` anywhere, `your-worker` or
 * `example.com` in the host name.
 */
const PLACEHOLDER = /[<>{}]|%3C|YOUR/;
const PLACEHOLDER_HOST =
  /^(?:[a-z]+:\/*|\/\/)?(?:[^/?#]*[.@])?(?:your[-_.]?(?:worker|site|domain|host|name|subdomain)\b|example\.(?:com|org|net)(?=[:/?#]|$))/i;

/** An address without its scheme: `chat.example.dev/…`, `localhost:8787/…`; but not a file name such as `cf-ai-chat.js`. */
const HOST_FIRST =
  /^(?:localhost|(?:[\w-]+\.)+(?!(?:m?js|json|html?|php|aspx?|png|jpe?g|gif|svg|webp|avif|ico)\b)[a-z]{2,}|\d+(?:\.\d+){3})(?::\d+)?(?:[/?#]|$)/i;

/** If a closing quotation mark is missing, the value includes the following HTML of the page. */
const UNCLOSED = /<\/|>\s*<|\n/;

/** Such as `https//chat.example.dev`. */
const SCHEME_WITHOUT_COLON = /^(https?|wss?)\/+/i;

/**
 * The problem of an address that somebody typed; undefined if a browser understands it as intended. `subject` is its name,
 * such as `data-endpoint`.
 */
export function checkAddress(subject: string, typed: string, page: URL): Finding | undefined {
  const text = typed.trim();
  const seen = `${subject}="${typed}"`;
  if (/^["'\u2018-\u201f\u2033\u00ab\u00bb]|["'\u2018-\u201f\u2033]$/.test(text)) {
    const problem = `${seen} has quotation marks in its value: those of a word processor, which are no HTML.`;
    return { code: 'quotes', problem, remedy: 'Type straight quotation marks (") around it.' };
  }
  if (UNCLOSED.test(text)) {
    const problem = `${subject} begins with ${text.slice(0, 40)} and has no quotation mark at its end.`;
    return { code: 'quotes', problem, remedy: `Type a quotation mark (") behind its value.` };
  }
  if (PLACEHOLDER.test(text) || PLACEHOLDER_HOST.test(text)) {
    const problem = `${seen} is the address of an example.`;
    return { code: 'placeholder', problem, remedy: 'Put the address of your own Worker in its place.' };
  }
  if (HOST_FIRST.test(text) || SCHEME_WITHOUT_COLON.test(text)) {
    const problem = `${seen} has no scheme, such as https://, at its beginning, so browsers look for it on ${page.host}.`;
    return { code: 'scheme-missing', problem, remedy: `Write ${completeAddress(text)}.` };
  }
  const url = URL.canParse(text, page.href) ? new URL(text, page) : undefined;
  if (url && isSocketUrl(url.href) && url.pathname === '/') {
    const remedy = `Write its path, too, such as ${url.origin}/agents/chat.`;
    return { code: 'address-broken', problem: `${seen} names a host and no agent on it.`, remedy };
  }
  const reason = url ? whyUnusable(url, text, page) : whyBroken(text);
  if (reason === undefined) return undefined;
  const remedy = 'Write the whole address, such as https://chat.example.com.';
  return { code: 'address-broken', problem: `${seen} is no address: ${reason}.`, remedy };
}

function whyUnusable(url: URL, text: string, page: URL): string | undefined {
  // A page opened from a disk may use files from that disk.
  const isFile = url.protocol === 'file:' && page.protocol === 'file:';
  if (!isFile && !/^(?:https?|wss?):$/.test(url.protocol)) return `browsers send nothing to ${url.protocol}`;
  if (/^(?:https?|wss?)$/.test(url.hostname)) return `${url.hostname}:// stands in it, behind another scheme`;
  if (/\s/.test(text)) return 'there is a blank in it';
  return /^[\w-]+\.$|\.\./.test(url.hostname) ? 'two dots follow each other' : undefined;
}

function whyBroken(text: string): string {
  const port = /:(\d+)(?:[/?#]|$)/.exec(text.replace(/^\w+:\/\//, ''))?.[1];
  if (/^\w+:\/*$/.test(text)) return 'nothing follows the scheme';
  if (port !== undefined && Number(port) > 65_535) return `there is no port ${port}, the last one is 65535`;
  return /\s/.test(text) ? 'there is a blank in it' : 'browsers cannot read it';
}
