import { createParser } from 'eventsource-parser';

/** A step of an {@link EventSourceClient}: the data of an event, or the status after which it gave up. */
export type EventSourceStep = { readonly data: string } | { readonly closed: number };

/**
 * An `EventSource` that never closes itself, as the HTML standard describes it: it reconnects at the end of a stream with
 * `Last-Event-ID`, at once instead of after seconds, and gives up on any status other than 200.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#processing-model
 */
export async function* readEventSource(url: URL): AsyncGenerator<EventSourceStep, void> {
  let lastEventId = '';
  for (;;) {
    const id: Record<string, string> = lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId };
    const response = await fetch(url, { headers: { Accept: 'text/event-stream', ...id }, cache: 'no-store' });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (response.status !== 200 || !isStream || response.body === null) {
      yield { closed: response.status };
      return;
    }
    const messages: string[] = [];
    const parser = createParser({
      onEvent: ({ data }) => messages.push(data),
      onId: (value) => (lastEventId = value),
    });
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      parser.feed(text);
      for (const data of messages.splice(0)) yield { data };
    }
  }
}
