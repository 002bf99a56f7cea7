import type {
  AiSearchSearchRequest,
  GatewayOptions,
  GatewayRetries,
  RateLimit,
} from '@cloudflare/workers-types';

/**
 * The options of `AI.run` that we use. `returnRawResponse` is set in every call: the binding mixes up calls that set it with calls
 * that do not.
 */
export interface AiRunOptions {
  readonly returnRawResponse: true;
  readonly signal: AbortSignal;
  /** For AI Gateway. `cacheTtl` is in seconds. */
  readonly gateway?: GatewayOptions;
}

/** The result of `toMarkdown` for one document: `format` is `markdown`, or `error`. */
interface Converted {
  readonly format: string;
  readonly data?: string;
  readonly error?: string;
}

/** The methods of the Workers AI binding that are called. */
export interface AiBinding {
  run(model: string, inputs: Readonly<Record<string, unknown>>, options: AiRunOptions): Promise<Response>;
  /** Absent from older runtimes. */
  toMarkdown?(
    files: readonly { readonly name: string; readonly blob: Blob }[],
  ): Promise<readonly Converted[]>;
  gateway(id: string): { patchLog(logId: string, data: { readonly feedback: 1 | -1 }): Promise<unknown> };
}

/** The method of an AI Search binding that is called. */
export interface SearchBinding {
  search(request: AiSearchSearchRequest): Promise<unknown>;
}

/** The part of a D1 binding that is called. */
export interface Database {
  prepare(sql: string): {
    bind(...values: readonly (string | number)[]): {
      all<Row>(): Promise<{ readonly results: readonly Row[] }>;
    };
  };
}

/** The part of a Durable Object binding that is called. */
export interface ObjectNamespace {
  getByName(name: string): { fetch(url: string, init: RequestInit): Promise<Response> };
}

/** Bindings and vars, every one optional; `wrangler.jsonc` documents each. Numbers may come as text. */
export interface Env {
  readonly AI?: AiBinding;
  readonly DB?: Database;
  readonly SEARCH?: SearchBinding;
  readonly QUOTA?: ObjectNamespace;
  readonly BURST?: RateLimit;
  readonly SEARCH_BURST?: RateLimit;
  readonly RESUME?: ObjectNamespace;
  /** `1` where no Cloudflare account is at hand: the bound `AI` is then a stand-in that throws. */
  readonly LOCAL?: string;
  readonly CHAT_PROVIDER?: string;
  readonly MODEL?: string;
  /** Comma-separated names, tried in order. */
  readonly MODEL_FALLBACK?: string;
  readonly MODEL_BASE_URL?: string;
  readonly MODEL_API_KEY?: string;
  readonly AI_GATEWAY_ID?: string;
  readonly AI_GATEWAY_CACHE_TTL?: string | number;
  /** `1`: never answer from the gateway's cache. */
  readonly AI_GATEWAY_SKIP_CACHE?: string;
  /** How often the gateway asks a model, from 1 to 5, or an object with its `retries` options; either also as text. */
  readonly AI_GATEWAY_RETRIES?: string | number | GatewayRetries;
  /** Milliseconds that a model may be silent before the next one is asked. */
  readonly FIRST_TOKEN_MS?: string | number;
  /** The model that ranks passages: one of Workers AI, or of the server at `RERANKER_URL`. */
  readonly RERANKER_MODEL?: string;
  readonly RERANKER_URL?: string;
  readonly RERANKER_API_KEY?: string;
  /** How many milliseconds ranking may take; 0: no model ranks passages. */
  readonly RERANK_MS?: string | number;
  /** How many milliseconds a model may take to rewrite a question for the search; 0: none does. */
  readonly REWRITE_MS?: string | number;
  /** The least score, from 0 to 1, of a passage that answers a question. */
  readonly RERANK_SCORE?: string | number;
  readonly SYSTEM_PROMPT?: string;
  /** The question of a request whose body has none. */
  readonly DEFAULT_PROMPT?: string;
  /** `1`: whoever has `API_TOKEN` may send `system` messages to `/v1`. */
  readonly ALLOW_SYSTEM?: string;
  readonly API_TOKEN?: string;
  /** Days after which rows of turns that nobody has rated are deleted. */
  readonly KEEP_DAYS?: string | number;
  readonly MAX_TOKENS?: string | number;
  /** Origins, separated by commas or blanks, also as an array. */
  readonly ALLOWED_ORIGINS?: string | readonly string[];
  readonly QUOTA_LIMIT?: string | number;
  readonly QUOTA_WINDOW?: string | number;
  readonly SITE_DAILY_LIMIT?: string | number;
  readonly SESSION_SECRET?: string;
  readonly TURNSTILE_SECRET?: string;
  readonly TURNSTILE_VERIFY_URL?: string;
  readonly HEARTBEAT_MS?: string | number;
  readonly TURN_TIMEOUT_MS?: string | number;
  /** How many seconds a turn goes on while no client reads it; 0: not at all. */
  readonly RESUME_SECONDS?: string | number;
  /** `1`: after each answer the model is asked for questions that may follow. */
  readonly FOLLOW_UPS?: string;
  /** Files that a question may bring: any of `images`, `pdf` and `text`. */
  readonly ATTACHMENTS?: string;
  /** How many questions of the quota one with files counts as. */
  readonly ATTACHMENT_COST?: string | number;
  /** The model that is asked where a question brings pictures, and others after it, separated by commas. */
  readonly VISION_MODEL?: string;
}

/** The longest turn in milliseconds. */
export function turnTimeoutOf({ TURN_TIMEOUT_MS }: Env): number {
  return positiveInteger(TURN_TIMEOUT_MS, 120_000);
}

/**
 * How many milliseconds a turn goes on while no client reads it; 0: not at all. At most five minutes, since its model must be paid.
 */
export function resumeMsOf({ RESUME_SECONDS }: Env): number {
  return Math.min(numberOf(RESUME_SECONDS, 15), 300) * 1_000;
}

/** Reads a var that must be a positive whole number; anything else counts as not set. */
export function positiveInteger(value: string | number | undefined, fallback: number): number {
  return numberOf(value, 0) || fallback;
}

/**
 * Reads a var that must be a whole number, 0 included; anything else counts as not set.
 *
 * @example
 * numberOf('0', 40); // 0
 * numberOf('many', 40); // 40
 */
export function numberOf(value: string | number | undefined, fallback: number): number {
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : fallback;
}

/** The entries of a var that lists several, separated by commas or blanks. */
export function listOf(value: string | undefined): readonly string[] {
  return (value ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
}
