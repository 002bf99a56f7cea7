import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchDatabase } from '../../../worker/knowledge/d1-knowledge.ts';
import { findSpellings, spellableOf } from '../../../worker/knowledge/spelling.ts';
import { databaseOf } from '../../../worker/tools/ask/memory-database.ts';

const row = (id: string, title: string, text: string) => ({ id, title, url: `/${id}`, text });
const DATABASE = databaseOf([
  row('returns', 'Returns', 'Send the parcel back within a month. Refunds are made to your card.'),
  row(
    'voice',
    'Voice messages',
    'Voice messages of Telegram and WhatsApp are written down in the environment.',
  ),
  row(
    'cafe',
    'Café',
    'Open from eight. We are kind; the snapshot of a field, a media player, connected repositories. Guests that we refuse. Chose from shm.',
  ),
]);

describe('findSpellings', () => {
  const misspelt: readonly [string, readonly string[]][] = [
    ['retruns', ['return']],
    ['parcl', ['parcel']],
    ['refuunds', ['refund']],
    ['mesages', ['messag']],
    ['telegramm', ['telegram']],
    ['envirnoment', ['environ']],
    ['conection', ['connect']],
    ['repsoitroy', ['repositori']],
  ];
  for (const [word, terms] of misspelt) {
    it(`finds ${terms.join(', ')} for ${word}`, async () => {
      assert.deepEqual([...(await findSpellings(DATABASE, [word]))], [[word, terms]]);
    });
  }

  const others: readonly [string, string][] = [
    ['chess', 'has no plural to take away, so that "chose" is two letters away'],
    ['shoes', 'is too short without its ending to be "shm"'],
    ['kindle', 'is a word of its own, beside "kind"'],
    ['snapchat', 'is two letters away from "snapshot"'],
    ['playstation', 'begins two letters away from "player"'],
    ['pracel', 'has its second letter wrong'],
    ['refuel', 'begins almost like "refuse"'],
    ['kard', 'is too short'],
    ['返品は', 'has no letters'],
    ["o'brien*", 'is no word'],
  ];
  for (const [word, reason] of others) {
    it(`does not correct ${word}, which ${reason}`, async () => {
      assert.equal((await findSpellings(DATABASE, [word])).size, 0);
    });
  }

  it('finds nothing in an index that an older version made without a table of words', async () => {
    const old: typeof DATABASE = {
      prepare: () => {
        throw new Error('D1_ERROR: no such table: passage_words: SQLITE_ERROR');
      },
    };
    assert.equal((await findSpellings(old, ['parcl'])).size, 0);
  });
});

describe('spellableOf', () => {
  it('skips questions with more than three unknown words, which are in another language', () => {
    const words = ['parcl', 'retruns', 'mesages', 'telegramm'];
    assert.deepEqual(spellableOf(words), []);
    assert.deepEqual(spellableOf(words.slice(1)), words.slice(1));
  });

  it('skips a word of more than 40 letters, which would be compared with every word of the documents', () => {
    assert.deepEqual(spellableOf([`co${'q'.repeat(3_988)}`]), []);
  });
});

describe('a misspelt question', () => {
  it('finds the same as the correctly spelt question, and names the corrected words', async () => {
    const found = await searchDatabase(DATABASE, 'voise mesages of telegramm', 'https://shop.example/');
    assert.deepEqual(
      found?.map(({ url, hits }) => [url, hits]),
      [['https://shop.example/voice', '222']],
    );
  });

  it('tells a word of other documents from a word that no document has', async () => {
    const found = await searchDatabase(DATABASE, 'parcel environment zendesk', 'https://shop.example/');
    assert.deepEqual(
      found?.map(({ hits }) => hits),
      ['10-', '01-'],
    );
  });
});
