import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startPageServer } from './page-server.ts';

/** One question to a {@link RerankServer}. */
export interface RerankCall {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model?: string;
    readonly query: string;
    readonly documents: readonly string[];
    readonly top_n: number;
  };
}

/** Answers one question; may also leave it without an answer. */
export type RerankScript = (call: RerankCall, response: ServerResponse) => void;

/** A server with the `/rerank` of Jina, Cohere, vLLM and llama.cpp, on this machine. */
export interface RerankServer {
  readonly url: string;
  readonly calls: readonly RerankCall[];
  /** Sets how the server answers from now on. */
  reply(script: RerankScript): void;
  close(): Promise<void>;
}

/** Answers with one JSON. */
export const rerankJson =
  (answer: (call: RerankCall) => unknown, status = 200): RerankScript =>
  (call, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer(call)));
  };

/** Scores each document by itself, and answers best first, as such servers do. */
export const rerankBy = (score: (document: string, query: string) => number): RerankScript =>
  rerankJson(({ body: { documents, query } }) => ({
    results: documents
      .map((document, index) => ({ index, relevance_score: score(document, query) }))
      .toSorted((a, b) => b.relevance_score - a.relevance_score),
  }));

/** Starts a server that gives every document the score 1. */
export async function startRerankServer(): Promise<RerankServer> {
  const calls: RerankCall[] = [];
  let reply = rerankBy(() => 1);
  const server = await startPageServer(async (request, response) => {
    const { url: path = '', headers } = request;
    const body = JSON.parse(await text(request)) as RerankCall['body'];
    const call = { path, authorization: headers.authorization, body };
    calls.push(call);
    reply(call, response);
  });
  return {
    url: new URL('/v1', server.url).href,
    calls,
    reply: (script) => void (reply = script),
    close: () => server.close(),
  };
}
