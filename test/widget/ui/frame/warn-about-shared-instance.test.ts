import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

/** The console warnings of a page with three chats of the same settings. */
async function warningsFor(settings: HarnessSettings): Promise<readonly string[]> {
  const { warn } = console;
  const lines: string[] = [];
  console.warn = (line: string) => lines.push(line);
  try {
    for (let count = 0; count < 3; count++) {
      // oxlint-disable-next-line no-await-in-loop -- one chat after the other comes to the page
      await ChatHarness.open(new ScriptedTransport(), { mode: 'inline', ...settings });
    }
  } finally {
    console.warn = warn;
  }
  return lines;
}

describe('chats of one instance on a page', () => {
  afterEach(() => ChatHarness.cleanUp());

  for (const persist of ['session', 'local'] as const)
    it(`cause one warning where they store in the same place (${persist})`, async () => {
      const lines = await warningsFor({ persist, instance: persist });
      expect(lines).to.have.length(1);
      expect(lines[0]).to.contain(`2 chats share the transcript of instance="${persist}"`);
    });

  it('cause no warning where nothing is stored', async () => {
    expect(await warningsFor({ persist: 'none', instance: 'forgotten' })).to.eql([]);
  });
});
