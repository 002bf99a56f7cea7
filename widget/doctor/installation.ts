import type { RequestFormat } from '../protocol/request-format.ts';
import type { Policy } from './content-security-policy.ts';
import type { Finding } from './finding.ts';

/** A script tag that loads the chat. */
export interface InstalledScript {
  /** Absolute URL. */
  readonly src: URL;
  readonly nonce: string;
  /** The attribute `integrity`, or empty. */
  readonly integrity: string;
  /** Whether the tag requests the file with CORS. */
  readonly isCorsRequest: boolean;
}

/** The chats on a page, with their scripts, endpoints and policies. */
export interface Installation {
  readonly page: URL;
  readonly policies: readonly Policy[];
  readonly scripts: readonly InstalledScript[];
  /** Absolute URLs to which chats on the page send messages. */
  readonly endpoints: readonly URL[];
  /** Whether a chat on the page uses Turnstile. */
  readonly hasBotCheck: boolean;
  /** Request formats of the chats whose `attachments` allow visitors to send files. */
  readonly fileFormats: readonly RequestFormat[];
  /** Mistakes in the HTML. */
  readonly mistakes: readonly Finding[];
  /** JSON texts with settings of chats on the page. */
  readonly jsonSettings: readonly string[];
}

/** The version and the chunk that are named in the code of a script-tag file. */
export interface ScriptIdentity {
  readonly version: string;
  /** Path of the chunk that the script loads, relative to the release. */
  readonly chunk: string;
  /** Hash of the chunk, as a value of `integrity`; empty if the script has none. */
  readonly chunkIntegrity: string;
}

/** Whether a URL is that of the script-tag file. */
export function isChatScript(url: string): boolean {
  return /(?:^|\/)cf-ai-chat\.js(?:[?#]|$)/.test(url);
}

/** Finds the version and the chunk in the code of the script-tag file. */
export function identifyScript(code: string): ScriptIdentity | undefined {
  const version = /\/v\/(\d+\.\d+\.\d+(?:-[\w.]+)?)\//.exec(code)?.[1];
  const [, chunk, chunkIntegrity = ''] =
    /\b(chunks\/[\w-]*panel-[\w-]+\.js)\b(?:.\s*,\s*.(sha\d+-[\w+/=]+))?/.exec(code) ?? [];
  return version === undefined || chunk === undefined ? undefined : { version, chunk, chunkIntegrity };
}

/** Address from which a script loads a file of its release, by the same rule as in `embed/panel-source.ts`. */
export function releaseFile(src: URL, version: string, path: string): URL {
  return new URL(src.pathname === '/cf-ai-chat.js' ? `/v/${version}/${path}` : path, src);
}
