import type { Policy } from './content-security-policy.ts';

/** A script tag that loads the chat. */
export interface InstalledScript {
  /** Absolute URL. */
  readonly src: URL;
  readonly nonce: string;
}

/** What was found on a page. */
export interface Installation {
  readonly page: URL;
  readonly policies: readonly Policy[];
  readonly scripts: readonly InstalledScript[];
  /** Absolute URLs that chats on the page send to. */
  readonly endpoints: readonly URL[];
  /** Whether a chat on the page loads Turnstile with its first message. */
  readonly hasBotCheck: boolean;
}

/** A file of the chat, as the page gets it. */
export interface FetchedFile {
  /** 0 when no response came. */
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Whether a page of another origin may read it. */
  readonly isShared: boolean;
}

/** What a script file of the chat says of itself; undefined when it is none of ours. */
export interface ScriptIdentity {
  readonly version: string;
  /** Path of the chunk it loads, relative to its release. */
  readonly chunk: string;
}

/** Whether a URL names the script-tag file. */
export function isChatScript(url: string): boolean {
  return /\/cf-ai-chat\.js(?:[?#]|$)/.test(url);
}

/** Reads version and chunk out of the script-tag file. */
export function identifyScript(code: string): ScriptIdentity | undefined {
  const version = /\/v\/(\d+\.\d+\.\d+(?:-[\w.]+)?)\//.exec(code)?.[1];
  const chunk = /\bchunks\/[\w-]*panel-[\w-]+\.js\b/.exec(code)?.[0];
  return version === undefined || chunk === undefined ? undefined : { version, chunk };
}

/** Where a script loads a file of its release from; the rule is that of `embed/panel-source.ts`. */
export function releaseFile(src: URL, version: string, path: string): URL {
  return new URL(src.pathname === '/cf-ai-chat.js' ? `/v/${version}/${path}` : path, src);
}
