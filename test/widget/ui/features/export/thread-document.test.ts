import { expect } from 'chai';
import { renderMarkdown } from '../../../../../widget/markdown/index.ts';
import type { ChatMessage, MessageStatus, Part } from '../../../../../widget/protocol/chat-message.ts';
import { threadDocument } from '../../../../../widget/ui/features/export/thread-document.ts';
import { strings } from '../../../../../widget/ui/strings/en.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';

let count = 0;
const message = (
  role: 'user' | 'assistant',
  text: string,
  { status = 'complete', others = [] }: { status?: MessageStatus; others?: readonly Part[] } = {},
): ChatMessage => ({
  id: `m${count++}`,
  role,
  parts: [{ type: 'text', text }, ...others],
  status,
  createdAt: Date.UTC(2026, 0, 2, 3, 4),
});

function put(...messages: readonly ChatMessage[]): HTMLElement {
  const { element: host } = ChatHarness.mount({ heading: 'Help' });
  const page = document.createElement('div');
  page.append(threadDocument(messages, { host, strings, renderer: { render: renderMarkdown } }));
  return page;
}

describe('the document of a conversation for printing', () => {
  afterEach(() => ChatHarness.cleanUp());

  it('has a title, the date and the address of the page', () => {
    const page = put(message('user', 'Boots?'));
    expect(page.querySelector('h1')?.textContent).to.equal('Help');
    expect(page.querySelector('.about')?.textContent).to.include('2026').and.to.include(location.href);
  });

  it('has a heading for each message, questions as plain text and answers as rendered', () => {
    const page = put(message('user', '**Boots**\n  <b>'), message('assistant', '**Yes**\n\n- a\n- b'));
    expect([...page.querySelectorAll('h2')].map(({ textContent }) => textContent)).to.deep.equal([
      'You said:',
      'Answer:',
    ]);
    expect(page.querySelector('.user .body')?.textContent).to.equal('**Boots**\n  <b>');
    expect(page.querySelector('.assistant strong')?.textContent).to.equal('Yes');
    expect(page.querySelectorAll('.assistant li')).to.have.length(2);
  });

  it('shows the address of each link once', () => {
    const page = put(
      message(
        'assistant',
        '[a](https://a.example/x?y) <https://b.example/> [mail](mailto:c@d.example) [e](/f)',
      ),
    );
    expect(page.querySelector('.body')?.textContent.trim()).to.equal(
      `a (https://a.example/x?y) https://b.example/ mail (c@d.example) e (${location.origin}/f)`,
    );
  });

  it('lists sources in order, without links to unsafe addresses', () => {
    const source = (title: string, url: string): Part => ({
      type: 'source',
      id: title,
      title,
      url,
      snippet: '',
    });
    const others = [source('One', 'https://a.example/1'), source('Two', 'javascript:alert(1)')];
    const page = put(message('assistant', 'So.', { others }));
    expect([...page.querySelectorAll('.sources li')].map(({ textContent }) => textContent)).to.deep.equal([
      'One (https://a.example/1)',
      'Two',
    ]);
    expect(page.querySelectorAll('.sources a')).to.have.length(1);
  });

  it('says which messages are incomplete', () => {
    const page = put(
      message('user', 'Boots?', { status: 'failed' }),
      message('assistant', 'So', { status: 'stopped' }),
      message('assistant', 'So', { status: 'truncated' }),
    );
    expect([...page.querySelectorAll('article .about')].map(({ textContent }) => textContent)).to.deep.equal([
      strings.unsent,
      strings.stopped,
      strings.truncated,
    ]);
  });

  it('shows closed details as open', () => {
    const page = put(message('assistant', '<details><summary>More</summary>Words</details>'));
    expect(page.querySelector('details')?.open).to.equal(true);
  });
});
