import { expect } from 'chai';
import type { FilePart } from '../../../widget/protocol/chat-message.ts';
import { questionOf, questionParts, wholeQuestion } from '../../../widget/protocol/question.ts';

const FILE: FilePart = { type: 'file', url: '', mediaType: 'image/png', name: 'cat.png', id: 'f1' };

describe('the parts of a question', () => {
  it('are its text without surrounding white space', () => {
    expect(questionParts(' Boots? \n')).to.deep.equal([{ type: 'text', text: 'Boots?' }]);
    expect(questionParts(' \n')).to.deep.equal([]);
  });

  it('include its files', () => {
    const text = { type: 'text', text: 'This?' } as const;
    expect(questionParts({ text: ' This?', files: [FILE] })).to.deep.equal([text, FILE]);
    expect(questionParts({ text: ' ', files: [FILE] })).to.deep.equal([FILE]);
  });

  it('can be turned back into the question', () => {
    const asked = { text: 'This?', files: [FILE] };
    expect(questionOf({ parts: questionParts(asked) })).to.deep.equal(asked);
    expect(wholeQuestion(' This? ')).to.deep.equal({ text: 'This?', files: [] });
  });
});
