import { expect } from 'chai';
import { toWireMessages } from '../../../widget/protocol/wire-messages.ts';
import { textOf } from '../../../widget/protocol/chat-message.ts';
import { ConversationHarness, storeIn } from '../../support/conversation-harness.ts';
import { LEAKS } from '../../support/leaks.ts';
import { MapStorage } from '../../support/map-storage.ts';
import { responseOf, transportFor } from '../../support/streams.ts';

const TEXT = '{"text":"Hello "}';

/** A stream in which each of these blocks stands alone, and between two words. */
function streamOf(blocks: readonly string[]): string {
  const hello = `data: ${TEXT}\n\n`;
  return `${blocks.join('')}${hello}${blocks.join('')}data: {"text":"world."}\n\n${blocks.join('')}data: [DONE]\n\n`;
}

function blockOf([event, json]: (typeof LEAKS)[number]): string {
  return `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(json)}\n\n`;
}

/** The text of the answer three times: as shown, as stored, and as the next request sends it. */
async function textsOf(body: string): Promise<readonly string[]> {
  const storage = new MapStorage();
  const transport = transportFor(responseOf([body], 'text/event-stream'));
  const harness = new ConversationHarness({ transport: () => transport, store: storeIn(storage) });
  await harness.conversation.send('Hi');
  const { messages: read } = new ConversationHarness({ store: storeIn(storage) }).state;
  const sent = toWireMessages(harness.state.messages, 20);
  return [textOf(harness.state.messages[1]!), textOf(read[1]!), sent[1]!.content];
}

function plainly(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.replaceAll(/\s+/g, ' '));
}

describe('thinking, tools and status in a stream', () => {
  it('leave no character in the answer that is shown, stored and sent back', async () => {
    expect(LEAKS).to.have.length.above(29);
    const texts = await Promise.all(LEAKS.map((leak) => textsOf(streamOf([blockOf(leak)]))));
    for (const [index, answer] of texts.entries())
      expect(plainly(answer), JSON.stringify(LEAKS[index])).to.deep.equal(Array(3).fill('Hello world.'));
  });

  it('leave no character in the answer when all of them come in one stream', async () => {
    expect(plainly(await textsOf(streamOf(LEAKS.map(blockOf))))).to.deep.equal(Array(3).fill('Hello world.'));
  });

  for (const [name, pieces] of [
    ['in tags', ['<think>SECRET</think>Hello ', 'world.']],
    ['in tags that are cut', ['<th', 'ink>SEC', 'RET</', 'think>Hello ', 'world.']],
    ['in tags between words', ['Hello ', '<think>SECRET</think>', 'world.']],
    ['before a closing tag alone', ['SEC', 'RET', '</thi', 'nk>\n\n', 'Hello ', 'world.']],
  ] as const) {
    it(`leave no character in plain text ${name}`, async () => {
      const body = pieces.map((text) => `data: ${JSON.stringify({ text })}\n\n`).join('');
      expect(plainly(await textsOf(`${body}data: [DONE]\n\n`))).to.deep.equal(Array(3).fill('Hello world.'));
    });
  }
});
