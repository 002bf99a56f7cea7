import { expect } from 'chai';
import type { ChatMessage, Part } from '../../../../../widget/protocol/chat-message.ts';
import { interruptLines } from '../../../../../widget/ui/features/interrupts/outcome.ts';
import { toMarkdown } from '../../../../../widget/ui/features/export/to-markdown.ts';
import { strings } from '../../../../../widget/ui/strings/en.ts';

const message = (role: 'user' | 'assistant', parts: readonly Part[]): ChatMessage => ({
  id: `m${parts.length}`,
  role,
  parts,
  status: 'complete',
  createdAt: 0,
});

describe('a conversation as Markdown', () => {
  it('names the speakers and the sources, without links to unsafe addresses', () => {
    const source = (title: string, url: string): Part => ({
      type: 'source',
      id: title,
      title,
      url,
      snippet: '',
    });
    const text = toMarkdown(
      [
        message('user', [{ type: 'text', text: ' Boots? ' }]),
        message('assistant', [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: '- **Yes** [1]\n' },
          source('Returns', 'https://example.com/returns'),
          source('Trap', 'javascript:alert(1)'),
        ]),
      ],
      strings,
    );
    expect(text).to.equal(`**You said:**

Boots?

**Answer:**

- **Yes** [1]

Sources:

1. Returns <https://example.com/returns>
2. Trap
`);
  });

  it('names the files of a question', () => {
    const file: Part = { type: 'file', url: '', mediaType: 'application/pdf', name: 'a `b`.pdf' };
    expect(toMarkdown([message('user', [{ type: 'text', text: 'Read' }, file])], strings)).to.equal(
      "**You said:**\n\nRead\n\n- `a 'b'.pdf`\n",
    );
  });

  it('says what an agent asked and how that ended, with Markdown syntax escaped', () => {
    const asked: Part = {
      type: 'interrupt',
      id: 'p',
      kind: 'approval',
      title: '[Cancel `it`](https://trap.example)',
      state: 'refused',
      isSent: true,
    };
    const lines = (answer: ChatMessage): readonly string[] => interruptLines(answer, strings);
    expect(toMarkdown([message('assistant', [asked])], strings, lines)).to.equal(
      "**Answer:**\n\n`[Cancel 'it'](https://trap.example): not allowed`\n",
    );
  });
});
