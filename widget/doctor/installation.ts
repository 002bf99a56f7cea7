import type { RequestFormat } from '../protocol/request-format.ts';
import type { Policy } from './content-security-policy.ts';
import type { Finding } from './finding.ts';

/** A script tag that loads the chat. */
export interface InstalledScript {
  /** Absolute URL. */
  readonly src: URL;
  readonly nonce: string;
  /** The attribute of that name, or empty. */
  readonly integrity: string;
  /** Whether the tag asks for the file with CORS. */
  readonly isCorsRequest: boolean;
}

/** The chats on a page, with their scripts, endpoints and policies. */
export interface Installation {
  readonly page: URL;
  readonly policies: readonly Policy[];
  readonly scripts: readonly InstalledScript[];
  /** Absolute URLs that chats on the page send to. */
  readonly endpoints: readonly URL[];
  /** Whether a chat on the page loads Turnstile with its first message. */
  readonly hasBotCheck: boolean;
  /** The request formats of the chats whose `attachments` let visitors send files. */
  readonly fileFormats: readonly RequestFormat[];
  /** What somebody mistyped in the HTML. */
  readonly mistakes: readonly Finding[];
  /** The JSON that chats on the page have their settings in. */
  readonly jsonSettings: readonly string[];
}

/** The version and the chunk that a script file of the chat names. */
export interface ScriptIdentity {
  readonly version: string;
  /** Path of the chunk it loads, relative to its release. */
  readonly chunk: string;
  /** Hash that the chunk must have, in the form of `integrity`; empty where the script does not say. */
  readonly chunkIntegrity: string;
}

/** Whether a URL names the script-tag file. */
export function isChatScript(url: string): boolean {
  return /(?:^|\/)cf-ai-chat\.js(?:[?#]|$)/.test(url);
}

/** Reads version and chunk out of the script-tag file. */
export function identifyScript(code: string): ScriptIdentity | undefined {
  const version = /\/v\/(\d+\.\d+\.\d+(?:-[\w.]+)?)\//.exec(code)?.[1];
  const [, chunk, chunkIntegrity = ''] =
    /\b(chunks\/[\w-]*panel-[\w-]+\.js)\b(?:.\s*,\s*.(sha\d+-[\w+/=]+))?/.exec(code) ?? [];
  return version === undefined || chunk === undefined ? undefined : { version, chunk, chunkIntegrity };
}

/** Where a script loads a file of its release from; the rule is that of `embed/panel-source.ts`. */
export function releaseFile(src: URL, version: string, path: string): URL {
  return new URL(src.pathname === '/cf-ai-chat.js' ? `/v/${version}/${path}` : path, src);
}
