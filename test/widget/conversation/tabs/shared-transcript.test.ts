import { expect } from 'chai';
import { recordChanges } from '../../../../widget/conversation/tabs/record-changes.ts';
import {
  branchesOf,
  markStored,
  mergeTranscripts,
  NOTHING_SHARED,
} from '../../../../widget/conversation/tabs/shared-transcript.ts';
import type { ChatMessage } from '../../../../widget/protocol/chat-message.ts';

const question = (id: string, status: ChatMessage['status'] = 'complete'): ChatMessage => ({
  id,
  role: 'user',
  parts: [],
  status,
  createdAt: 1,
});

describe('a transcript that was merged', () => {
  const theirs = markStored({ messages: ['a', 'b', 'c'].map((id) => question(id)) });
  const merged = mergeTranscripts(NOTHING_SHARED, theirs);

  it('has the later Lamport time of the two', () => {
    expect(merged.clock).to.equal(3);
    expect(
      mergeTranscripts(theirs, recordChanges(NOTHING_SHARED, { ...said('x'), by: 'other' })).clock,
    ).to.equal(3);
  });

  it('takes a new question behind those that came from the other tab', () => {
    const { messages } = branchesOf(recordChanges(merged, { ...said('d'), by: 'tab' }));
    expect(messages.map(({ id }) => id)).to.deep.equal(['a', 'b', 'c', 'd']);
  });

  it('takes a change that is newer than all that the other tab has seen', () => {
    const known = recordChanges(theirs, { ...said('d'), by: 'other' });
    const here = mergeTranscripts(NOTHING_SHARED, known);
    const before = here.messages.find(({ id }) => id === 'd');
    const after = question('d', 'failed');
    const changed = recordChanges(here, {
      before: { messages: [before!] },
      after: { messages: [after] },
      by: 'tab',
    });
    expect(mergeTranscripts(known, changed).messages.find(({ id }) => id === 'd')?.status).to.equal('failed');
  });

  function said(id: string) {
    return { before: { messages: [] }, after: { messages: [question(id)] } };
  }
});
