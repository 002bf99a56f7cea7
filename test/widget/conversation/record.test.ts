import { expect } from 'chai';
import { readRecord, recordOf } from '../../../widget/conversation/record.ts';
import { StorageWithMemory } from '../../../widget/conversation/storage-with-memory.ts';
import { MapStorage } from '../../support/map-storage.ts';

const KEY = 'cf-ai-chat:shop';

describe('a record', () => {
  it('begins with its version, which is no field of it', () => {
    expect(recordOf({ a: 1 })).to.equal('{"version":1,"a":1}');
    expect(readRecord(recordOf({ a: 1 }))).to.deep.equal({ a: 1 });
  });

  for (const text of [undefined, '', '{', 'null', '[1]', '{"a":1}', '{"version":"1","a":1}', '{"version":2}'])
    it(`is not ${text}`, () => {
      expect(readRecord(text)).to.deep.equal({});
    });

  for (const other of [
    '{"version":2,"a":1}',
    '{"a":1,"version":2}',
    '{"version":10,"a":1}',
    '{"version":"1"}',
  ])
    it(`of another version stays as it is, and is not there: ${other}`, () => {
      const area = new MapStorage();
      area.setItem(KEY, other);
      const open = (): StorageWithMemory => new StorageWithMemory(() => area);
      const storage = open();
      expect([storage.get(KEY), storage.stored(KEY), storage.keysBehind(KEY)]).to.deep.equal([
        undefined,
        undefined,
        [],
      ]);
      expect(storage.set(KEY, recordOf({ a: 2 }))).to.equal(true);
      expect(readRecord(open().get(KEY))).to.deep.equal({ a: 2 });
      expect(area.getItem(KEY)).to.equal(other);
      storage.remove(KEY);
      expect([open().get(KEY), [...area.entries]]).to.deep.equal([undefined, [[KEY, other]]]);
    });

  it('takes the place of flags and of text that is none', () => {
    for (const text of ['1', '400x600', '{', '{"a":1}', recordOf({ a: 1 })]) {
      const area = new MapStorage();
      area.setItem(KEY, text);
      new StorageWithMemory(() => area).set(KEY, recordOf({ a: 2 }));
      expect([...area.entries]).to.deep.equal([[KEY, recordOf({ a: 2 })]]);
    }
  });
});
