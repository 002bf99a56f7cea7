import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFollowUps } from '../../../worker/follow-ups/read-follow-ups.ts';

const TWO = ['How much is it?', 'Is there a trial?'];

describe('readFollowUps', () => {
  for (const [what, text] of [
    ['a JSON list', '["How much is it?", "Is there a trial?"]'],
    ['a JSON list in a fence', '```json\n["How much is it?",\n"Is there a trial?"]\n```'],
    ['a JSON list after a sentence', 'Here you are: ["How much is it?", "Is there a trial?"].'],
    ['an announced list of lines', 'Two questions:\n\n1. How much is it?\n2) "Is there a trial?"'],
    ['lines with bullets', '- How much is it?\n* Is there a trial?\n'],
    ['a JSON list that was cut', '[\n"How much is it?",\n"Is there a trial?",\n'],
    ['a list with something else in it', '["How much is it?", 7, null, "", "Is there a trial?"]'],
  ] as const) {
    it(`reads ${what}`, () => assert.deepEqual(readFollowUps(text), TWO));
  }

  it('reads questions in other scripts', () => {
    assert.deepEqual(readFollowUps('次の質問：\n1. 料金はいくらですか？'), ['料金はいくらですか？']);
  });

  it('finds no question in empty lists, horizontal rules and code', () => {
    for (const text of ['', '[]', '{}', '---', '```\n```']) assert.deepEqual(readFollowUps(text), []);
  });

  it('returns at most four single lines of at most 120 characters, without duplicates', () => {
    const long = 'x'.repeat(121);
    const list = [long, 'a\n b', 'a b', '1?', '2?', '3?', '4?'];
    assert.deepEqual(readFollowUps(JSON.stringify(list)), ['a b', '1?', '2?', '3?']);
  });
});
