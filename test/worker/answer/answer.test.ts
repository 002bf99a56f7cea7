import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FrameEvent } from '../../../widget/protocol/dialects/frame.ts';
import { Answer } from '../../../worker/answer/answer.ts';

const token = (text: string): FrameEvent => ({ type: 'token', token: text });
const STOP: FrameEvent = { type: 'finish', finishReason: 'stop' };

describe("the answer that is put together from a model's frames", () => {
  it('takes text back that turns out to be thinking which the prompt had opened', () => {
    const answer = new Answer();
    const events = [[token('So, ')], [token('sizes.</th')], [token('ink>\nWe have L.')], [STOP]].flatMap(
      (frames) => answer.take(frames),
    );
    assert.deepEqual(events, [
      { type: 'token', token: 'So, ' },
      { type: 'token', token: 'sizes.' },
      { type: 'take-back', length: 10 },
      { type: 'token', token: 'We have L.' },
    ]);
    assert.equal(answer.text, 'We have L.');
  });

  it('has no thinking when all of it arrives in one frame', () => {
    const answer = new Answer();
    assert.deepEqual(answer.take([token('So.</think>Hi'), STOP]), [token('Hi')]);
  });

  it('keeps a text that ends like the beginning of a tag', () => {
    const answer = new Answer();
    assert.deepEqual(answer.take([token('1 <')]), [token('1 ')]);
    assert.deepEqual(answer.take([STOP]), [token('<')]);
    assert.equal(answer.finish().finishReason, 'stop');
  });

  it('is empty when the model has only written thinking', () => {
    const answer = new Answer();
    answer.take([token('<think>Hm'), STOP]);
    assert.throws(() => answer.finish(), { code: 'empty-answer' });
  });
});
