/** A response whose body has the texts of `chunks`. Its body fails when `chunks` throws, and when `signal` is aborted. */
export function streamResponse(
  chunks: AsyncIterable<string>,
  contentType: string,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  const source = chunks[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
    async pull(controller) {
      const { done, value } = await source.next();
      if (signal.aborted) return;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void source.return?.(undefined),
  });
  return new Response(body, { headers: { 'content-type': contentType } });
}
