import { expect } from 'chai';
import { type ConversationAction, reduce } from '../../../widget/conversation/reducer.ts';
import { emptyState } from '../../../widget/conversation/state-tree.ts';
import type { ConversationState } from '../../../widget/conversation/state.ts';
import { answerOf, isRetryable, questionAtEnd } from '../../../widget/conversation/transcript-end.ts';
import { ChatError, type ChatErrorCode } from '../../../widget/protocol/chat-error.ts';
import { textOf, type ChatMessage, type MessageStatus } from '../../../widget/protocol/chat-message.ts';

const SOURCE = { id: 's', title: 'Title', url: '', snippet: '' };

function message(role: ChatMessage['role'], text: string, status: MessageStatus = 'complete'): ChatMessage {
  const parts = text === '' ? [] : [{ type: 'text' as const, text }];
  return { id: `${role}-${text}`, role, parts, status, createdAt: 1 };
}

const blank: ChatMessage = { ...message('assistant', '', 'streaming'), id: 'answer' };
const asked = { key: 'key', answerId: 'answer', at: 1 };
const ask = (text: string): ConversationAction => ({ type: 'ask', message: message('user', text), asked });
const edit = (id: string, text: string): ConversationAction => ({
  type: 'edit',
  id,
  message: message('user', text),
  asked,
});
const retry = (id: string): ConversationAction => ({ type: 'retry', id, asked });
const token = (text: string, id = 'answer'): ConversationAction => ({
  type: 'receive',
  event: { type: 'token', token: text },
  answer: { ...blank, id },
});
const fail = (code: ChatErrorCode): ConversationAction => ({
  type: 'fail',
  error: new ChatError(code, 'a test'),
});

/** The state after these actions, one after the other. */
function after(...actions: readonly ConversationAction[]): ConversationState {
  return actions.reduce(reduce, emptyState('c'));
}

/** `role status text` of every message. */
function transcript({ messages }: ConversationState): readonly string[] {
  return messages.map((entry) => `${entry.role} ${entry.status} ${textOf(entry)}`.trim());
}

describe('the state of a conversation', () => {
  it('goes from a question to a complete answer', () => {
    const steps = [
      ask('Q'),
      token('Hel'),
      token('lo'),
      { type: 'complete', done: { type: 'done' } } as const,
    ];
    const statuses = steps.map((_, index) => after(...steps.slice(0, index + 1)).status);
    expect(statuses).to.deep.equal(['submitted', 'streaming', 'streaming', 'ready']);
    expect(transcript(after(...steps))).to.deep.equal(['user complete Q', 'assistant complete Hello']);
  });

  it('does not change the state it is given, and keeps unchanged messages the same objects', () => {
    const before = Object.freeze(after(ask('Q'), token('Hel')));
    Object.freeze(before.messages);
    const next = reduce(before, token('lo'));
    expect(transcript(before)[1]).to.equal('assistant streaming Hel');
    expect(next.messages[0]).to.equal(before.messages[0]);
    expect(next.messages[1]).not.to.equal(before.messages[1]);
  });

  it('empties the draft when it was sent, and keeps a different draft', () => {
    expect(after({ type: 'draft', draft: ' Q ', draftFiles: [] }, ask('Q')).draft).to.equal('');
    expect(after({ type: 'draft', draft: 'Something else', draftFiles: [] }, ask('Q')).draft).to.equal(
      'Something else',
    );
  });

  it('puts sources once behind the text, and replaces an earlier list', () => {
    const sources = (title: string): ConversationAction => ({
      type: 'receive',
      event: { type: 'sources', sources: [{ ...SOURCE, title }] },
      answer: blank,
    });
    const { messages } = after(ask('Q'), sources('First'), token('Text'), sources('Second'));
    expect(
      answerOf(messages)?.parts.map((part) => (part.type === 'source' ? part.title : part.type)),
    ).to.deep.equal(['text', 'Second']);
  });

  it('marks an answer as stopped, and removes a stopped answer without a word', () => {
    expect(transcript(after(ask('Q'), token('Half'), { type: 'stop' }))).to.deep.equal([
      'user complete Q',
      'assistant stopped Half',
    ]);
    expect(transcript(after(ask('Q'), { type: 'stop' }))).to.deep.equal(['user complete Q']);
    expect(transcript(after(ask('Q'), token(''), { type: 'stop' }))).to.deep.equal(['user complete Q']);
  });

  for (const [code, status] of [
    ['truncated', 'truncated'],
    ['stalled', 'truncated'],
    ['offline', 'truncated'],
    ['blocked', 'truncated'],
    ['model-failed', 'failed'],
    ['content-filtered', 'failed'],
    ['rate-limited', 'failed'],
  ] as const) {
    it(`marks a partial answer as ${status} after the error ${code}`, () => {
      const state = after(ask('Q'), token('Half'), fail(code));
      expect(transcript(state)).to.deep.equal(['user complete Q', `assistant ${status} Half`]);
      expect([state.status, state.error?.code]).to.deep.equal(['error', code]);
    });
  }

  it('marks a question without an answer as failed, and as complete when it is asked again', () => {
    const failed = after(ask('Q'), fail('blocked'));
    expect(transcript(failed)).to.deep.equal(['user failed Q']);
    const retried = reduce(failed, retry('user-Q'));
    expect([transcript(retried)[0], retried.status, retried.error]).to.deep.equal([
      'user complete Q',
      'submitted',
      null,
    ]);
  });

  it('keeps an unfinished answer until the first piece of the next one', () => {
    const cut = after(ask('Q'), token('Half'), fail('truncated'));
    const retried = reduce(cut, retry('user-Q'));
    expect(transcript(retried)[1]).to.equal('assistant truncated Half');
    expect(transcript(reduce(retried, token('Whole', 'second')))).to.deep.equal([
      'user complete Q',
      'assistant streaming Whole',
    ]);
  });

  it('marks a question that the page cancelled, without an error', () => {
    const state = after(ask('Q'), { type: 'lapse' });
    expect([transcript(state)[0], state.status, state.error]).to.deep.equal(['user failed Q', 'ready', null]);
  });

  it('puts a refused text into the draft unless the draft has newer text', () => {
    const error = new ChatError('too-large', 'a test');
    const refuse: ConversationAction = { type: 'refuse', error, question: { text: 'Long', files: [] } };
    expect(after(refuse)).to.include({ draft: 'Long', status: 'error', error });
    expect(after({ type: 'draft', draft: 'Newer', draftFiles: [] }, refuse).draft).to.equal('Newer');
    expect(after(ask('Q'), token('A'), refuse).status, 'the running turn goes on').to.equal('streaming');
  });

  it('takes the quota from `done`, and the links from the event that opened the turn', () => {
    const quota = { limit: 5, remaining: 5, resetsAt: 9 };
    const open: ConversationAction = { type: 'open', start: { quota, links: { feedback: '/f' } } };
    const done: ConversationAction = {
      type: 'complete',
      done: { type: 'done', quotaRemaining: 4, queryId: 'q' },
    };
    const state = after(ask('Q'), open, token('A'), done);
    expect(state.quota).to.deep.equal({ ...quota, remaining: 4 });
    expect([state.links?.feedback, state.messages[1]?.queryId]).to.deep.equal(['/f', 'q']);
  });

  it('sets the rating of one message', () => {
    const replace: ConversationAction = {
      type: 'replace',
      messages: [message('assistant', 'A'), message('assistant', 'B')],
    };
    const { messages } = after(replace, { type: 'rate', id: 'assistant-B', feedback: -1 });
    expect(messages.map(({ feedback }) => feedback)).to.deep.equal([undefined, -1]);
  });

  it('becomes ready when setMessages replaces all messages', () => {
    const state = after(ask('Q'), fail('blocked'), { type: 'replace', messages: [] });
    expect([state.messages, state.status, state.error]).to.deep.equal([[], 'ready', null]);
  });
});

describe('retry', () => {
  for (const [messages, isPossible] of [
    [[], false],
    [[message('user', 'Q')], true],
    [[message('user', 'Q', 'failed')], true],
    [[message('user', 'Q'), message('assistant', 'A')], false],
    [[message('user', 'Q'), message('assistant', 'A', 'streaming')], false],
    [[message('user', 'Q'), message('assistant', 'A', 'stopped')], true],
    [[message('user', 'Q'), message('assistant', 'A', 'truncated')], true],
    [[message('assistant', 'A', 'failed')], false],
  ] as const) {
    const title = messages.map(({ role, status }) => `${role} ${status}`).join(', ') || 'no message';
    it(`is ${isPossible ? 'possible' : 'pointless'} after ${title}`, () => {
      expect(isRetryable(messages)).to.equal(isPossible);
    });
  }

  it('repeats the question before the last answer, or the last question', () => {
    const question = message('user', 'Q');
    const whole = message('assistant', 'A');
    expect(questionAtEnd([question, message('assistant', 'H', 'stopped')])).to.equal(question);
    expect(questionAtEnd([question, whole])).to.equal(question);
    expect(questionAtEnd([question])).to.equal(question);
    expect(questionAtEnd([question, whole, whole]), 'two answers').to.equal(undefined);
    expect(questionAtEnd([]), 'no message').to.equal(undefined);
  });

  it('replaces a complete answer when the first piece of the new one arrives', () => {
    const answered = after(ask('Q'), token('Whole'), { type: 'complete', done: { type: 'done' } });
    const again = reduce(answered, retry('user-Q'));
    expect(transcript(again)).to.deep.equal(['user complete Q', 'assistant complete Whole']);
    expect(transcript(reduce(again, token('Better', 'second')))).to.deep.equal([
      'user complete Q',
      'assistant streaming Better',
    ]);
    expect(transcript(reduce(again, fail('blocked'))), 'it failed').to.deep.equal(transcript(answered));
  });
});

describe('editing and removing', () => {
  const failed = after(
    ask('A'),
    token('1'),
    { type: 'complete', done: { type: 'done' } },
    ask('B'),
    fail('blocked'),
  );

  it('puts the new text in place of a question, and removes all messages after it', () => {
    const state = reduce(failed, edit('user-A', 'C'));
    expect([transcript(state), state.status, state.error]).to.deep.equal([
      ['user complete C'],
      'submitted',
      null,
    ]);
  });

  it('keeps the question after the edited one where neither has an answer', () => {
    const stopped = after(ask('A'), { type: 'stop' }, ask('B'), { type: 'stop' });
    const state = reduce(stopped, edit('user-A', 'C'));
    expect(transcript(state)).to.deep.equal(['user complete C']);
    const back = reduce(reduce(state, { type: 'stop' }), { type: 'pick', id: 'user-A', at: 9 });
    expect(transcript(back)).to.deep.equal(['user complete A', 'user complete B']);
  });

  it('keeps the draft when a message is edited', () => {
    const typed = reduce(failed, { type: 'draft', draft: 'Next', draftFiles: [] });
    const state = reduce(typed, edit('user-B', 'C'));
    expect(state.draft).to.equal('Next');
    const same = reduce(reduce(failed, { type: 'draft', draft: 'C', draftFiles: [] }), edit('user-B', 'C'));
    expect(same.draft, 'typed for another question').to.equal('C');
  });

  it('removes a failed question together with its error', () => {
    const state = reduce(failed, { type: 'remove', id: 'user-B' });
    expect([transcript(state), state.status, state.error]).to.deep.equal([
      ['user complete A', 'assistant complete 1'],
      'ready',
      null,
    ]);
  });

  it('keeps the error of the last question when an earlier failed question is removed', () => {
    const twice = [ask('C'), fail('blocked')].reduce(reduce, failed);
    const state = reduce(twice, { type: 'remove', id: 'user-B' });
    expect([transcript(state).at(-1), state.status]).to.deep.equal(['user failed C', 'error']);
  });

  it('removes only failed questions', () => {
    expect(reduce(failed, { type: 'remove', id: 'user-A' })).to.equal(failed);
    expect(reduce(failed, { type: 'remove', id: 'answer' })).to.equal(failed);
  });

  it('marks an answer that ran into the token limit as cut, without an error', () => {
    const state = after(ask('Q'), token('Half'), {
      type: 'complete',
      done: { type: 'done', finishReason: 'length' },
    });
    expect([transcript(state)[1], state.status]).to.deep.equal(['assistant truncated Half', 'ready']);
  });
});
