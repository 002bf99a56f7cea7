import { expect } from 'chai';
import type { FilePart } from '../../../../../widget/protocol/chat-message.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('files of an answer', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  async function answered(file: FilePart, settings = {}): Promise<Element> {
    const chat = await ChatHarness.open(transport, settings);
    await chat.ask('Hi');
    const turn = await transport.asked();
    await turn.emit(file);
    await turn.finish();
    await chat.until('a file', () => chat.root.querySelector('[part=file]') !== null);
    return chat.root.querySelector('[part=file]')!;
  }

  const report = {
    type: 'file',
    url: 'https://e.example/r/report.pdf',
    mediaType: 'application/pdf',
  } as const;
  const picture = { type: 'file', url: 'https://e.example/a.png', mediaType: 'image/png' } as const;

  it('are links with name and size, also in an answer without text', async () => {
    const link = await answered({ ...report, name: 'Report', size: 12_345 });
    expect(link.getAttribute('href')).to.equal(report.url);
    expect(link.parentElement?.textContent?.trim().replaceAll(/\s+/g, ' ')).to.equal('Report (12 kB)');
  });

  it('without a name are named after their address', async () => {
    expect((await answered(report)).textContent).to.equal('report.pdf');
  });

  it('are links where image-sources does not allow their picture', async () => {
    expect((await answered(picture)).localName).to.equal('a');
  });

  it('are pictures where image-sources allows them', async () => {
    const url = new URL('/test/none.png', location.href).href;
    const file = await answered({ ...picture, url }, { imageSources: location.origin });
    expect(file.localName).to.be.oneOf(['img', 'a']);
  });

  it('are pictures where the answer contains their bytes', async () => {
    const blob = new Blob([Uint8Array.from(atob(PIXEL), (character) => character.charCodeAt(0))]);
    const file = await answered({ ...picture, url: URL.createObjectURL(blob) });
    expect(file.localName).to.equal('img');
  });

  for (const url of ['javascript:alert(1)', 'data:text/html,<b>x</b>', '']) {
    it(`are a name without a link where their address is ${url || 'missing'}`, async () => {
      const file = await answered({ type: 'file', url, mediaType: 'text/html', name: '<b>x</b>' });
      expect([file.localName, file.textContent]).to.deep.equal(['span', '<b>x</b>']);
    });
  }

  it('show the real host beside a name that is the address of another host', async () => {
    const link = await answered({ ...report, name: 'https://bank.example' });
    expect(link.parentElement?.textContent).to.contain('(e.example)');
  });
});
