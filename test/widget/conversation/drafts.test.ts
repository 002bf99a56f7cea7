import { expect } from 'chai';
import { Conversation } from '../../../widget/conversation/conversation.ts';
import { createId } from '../../../widget/conversation/create-id.ts';
import { Drafts } from '../../../widget/conversation/drafts.ts';
import type { Draft } from '../../../widget/conversation/state.ts';
import type { FilePart } from '../../../widget/protocol/chat-message.ts';
import { recordKey } from '../../../widget/conversation/storage-key.ts';
import { StorageWithMemory } from '../../../widget/conversation/storage-with-memory.ts';
import { storeIn } from '../../support/conversation-harness.ts';
import { MapStorage } from '../../support/map-storage.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';
import { REQUEST } from '../../support/streams.ts';

const CAT: FilePart = { type: 'file', url: '', mediaType: 'image/png', name: 'cat.png', id: 'f1' };

function draftOf(draft: string, ...draftFiles: readonly FilePart[]): Draft {
  return { draft, draftFiles };
}

/** One tab of a browser, with storage that survives the tab. */
class Tab {
  readonly storage = new MapStorage();
  readonly #lasting: MapStorage;

  constructor(lasting: MapStorage) {
    this.#lasting = lasting;
  }

  /** A duplicate of the tab: the browser copies the tab's session storage. */
  duplicate(): Tab {
    const tab = new Tab(this.#lasting);
    for (const [key, text] of this.storage.entries) tab.storage.setItem(key, text);
    return tab;
  }

  /** Opens a page in the tab, as a link or a reload does. */
  open(): Drafts {
    return new Drafts({
      tab: new StorageWithMemory(() => this.storage),
      lasting: new StorageWithMemory(() => this.#lasting),
      instance: 'shop',
    });
  }
}

describe('drafts', () => {
  it('a draft comes back on the next page of the tab, and is gone once it is sent', () => {
    const tab = new Tab(new MapStorage());
    tab.open().save(draftOf('Where is'), 1);
    const next = tab.open();
    expect(next.load().draft).to.equal('Where is');
    next.save(draftOf(''), 2);
    expect(tab.open().load().draft).to.equal('');
    expect(tab.storage.entries.size).to.equal(0);
  });

  it('a draft keeps its files, with or without a text', () => {
    const tab = new Tab(new MapStorage());
    const page = tab.open();
    page.save(draftOf('', CAT), 1);
    expect(tab.open().load()).to.deep.equal(draftOf('', CAT));
    expect(page.news).to.equal(undefined);
    tab.open().save(draftOf('What is it?', CAT), 2);
    expect(page.news).to.deep.equal(draftOf('What is it?', CAT));
    page.save(draftOf('What is it?'), 3);
    expect(tab.open().load()).to.deep.equal(draftOf('What is it?'));
  });

  it('a draft of files alone is offered to another tab, and not to its own tab', () => {
    const lasting = new MapStorage();
    const tab = new Tab(lasting);
    tab.open().save(draftOf('', CAT), 1);
    const [own, other] = [tab.open(), new Tab(lasting).open()];
    own.load();
    other.load();
    expect(own.offered).to.equal(undefined);
    expect(other.offered?.draftFiles).to.deep.equal([CAT]);
  });

  it('a page that Back brings shows the draft of the page that was typed on last', () => {
    const tab = new Tab(new MapStorage());
    const page = tab.open();
    page.save(draftOf('first'), 1);
    tab.open().save(draftOf('second'), 2);
    expect(page.load().draft).to.equal('second');
    page.save(draftOf('first'), 3);
    expect(tab.open().load().draft).to.equal('first');
  });

  it('a page without new typing does not overwrite the newer draft of another page of the tab', () => {
    const tab = new Tab(new MapStorage());
    const page = tab.open();
    page.save(draftOf('first'), 1);
    tab.open().save(draftOf('second'), 2);
    page.save(draftOf('first'), 3);
    expect(tab.open().load().draft).to.equal('second');
  });

  it('two tabs keep separate drafts, also after both were reloaded', () => {
    const lasting = new MapStorage();
    const [first, second] = [new Tab(lasting), new Tab(lasting)];
    first.open().save(draftOf('mine'), 1);
    second.open().save(draftOf('yours'), 2);
    expect([first.open().load().draft, second.open().load().draft]).to.deep.equal(['mine', 'yours']);
  });

  it('drafts of closed tabs are offered to a new tab, the newest first, and are never put into its text box', () => {
    const lasting = new MapStorage();
    new Tab(lasting).open().save(draftOf('older'), 1);
    new Tab(lasting).open().save(draftOf('newer'), 2);
    const drafts = new Tab(lasting).open();
    expect(drafts.load().draft).to.equal('');
    expect(drafts.offered?.draft).to.equal('newer');
    drafts.forgetOffered();
    expect(drafts.offered).to.equal(undefined);
    drafts.load();
    expect(drafts.offered?.draft).to.equal('older');
  });

  it('a draft is no longer offered elsewhere once its own tab has sent it', () => {
    const lasting = new MapStorage();
    const other = new Tab(lasting).open();
    other.save(draftOf('Second'), 1);
    const drafts = new Tab(lasting).open();
    drafts.load();
    expect(drafts.offered?.draft).to.equal('Second');
    other.save(draftOf(''), 2);
    expect(drafts.offered).to.equal(undefined);
  });

  it('a draft is not offered to the tab that wrote it', () => {
    const tab = new Tab(new MapStorage());
    tab.open().save(draftOf('mine'), 1);
    const next = tab.open();
    next.load();
    expect(next.offered).to.equal(undefined);
  });

  it('a draft typed in a duplicated tab is offered to the original tab, which was typed in afterwards', () => {
    const tab = new Tab(new MapStorage());
    const page = tab.open();
    page.save(draftOf('Where'), 1);
    const other = tab.duplicate().open();
    expect(other.load().draft).to.equal('Where');
    other.save(draftOf('Where is my order?'), 2);
    page.save(draftOf('Where else'), 3);
    const next = tab.open();
    expect(next.load().draft).to.equal('Where else');
    expect(next.offered?.draft).to.equal('Where is my order?');
  });

  it('a draft typed in a duplicated tab is offered to the original tab, where nothing was typed since', () => {
    const tab = new Tab(new MapStorage());
    tab.open().save(draftOf('Where'), 1);
    const other = tab.duplicate().open();
    other.load();
    other.save(draftOf('Where is my order?'), 2);
    const next = tab.open();
    expect(next.load().draft).to.equal('Where');
    expect(next.offered?.draft).to.equal('Where is my order?');
  });

  it('a draft lasts as long as the page where storage throws, and a stored text that is no draft is ignored', () => {
    const fail = (): never => {
      throw new DOMException('sandboxed', 'SecurityError');
    };
    const broken = new Drafts({
      tab: new StorageWithMemory(fail),
      lasting: new StorageWithMemory(fail),
      instance: 'broken',
    });
    broken.save(draftOf('x'), 1);
    expect([broken.load().draft, broken.offered]).to.deep.equal(['x', undefined]);
    broken.save(draftOf(''), 1);
    expect(broken.load().draft).to.equal('');
    const tab = new Tab(new MapStorage());
    tab.storage.setItem(recordKey('shop', 'draft'), '[1]');
    expect(tab.open().load().draft).to.equal('');
  });

  it('a full storage is reported, and the draft stays in memory', () => {
    const storage = new MapStorage(0);
    let told = 0;
    const tab = new StorageWithMemory(() => storage);
    const drafts = new Drafts({ tab, instance: 'full', handleUnstored: () => (told += 1) });
    for (const text of ['x', 'xy']) drafts.save(draftOf(text), 1);
    expect([drafts.load().draft, told]).to.deep.equal(['xy', 1]);
    for (const [limit, text] of [
      [Infinity, 'xyz'],
      [0, 'xyz!'],
    ] as const) {
      storage.limit = limit;
      drafts.save(draftOf(text), 2);
    }
    expect(told).to.equal(2);
  });

  it('an element that is put back shows the text typed last, also where the full storage has an older text', () => {
    const storage = new MapStorage();
    const tab = new StorageWithMemory(() => storage);
    const open = (): Drafts => new Drafts({ tab, instance: 'shop' });
    open().save(draftOf('Where'), 1);
    storage.limit = 0;
    open().save(draftOf('Where is my order'), 2);
    expect(open().load().draft).to.equal('Where is my order');
  });

  it('saving a draft does not write the messages of the conversation', () => {
    const storage = new MapStorage();
    const open = (): Conversation =>
      new Conversation({
        transport: () => new ScriptedTransport(),
        buildRequest: (messages) => ({ ...REQUEST, messages }),
        historyLimit: () => 20,
        now: Date.now,
        createId,
        store: storeIn(storage),
        drafts: new Drafts({ tab: new StorageWithMemory(() => storage), instance: 'shop' }),
      });
    const page = open();
    void page.send('Hi');
    page.stop();
    const written: string[] = [];
    const { setItem } = storage;
    storage.setItem = (key, text) => (written.push(key), setItem.call(storage, key, text));
    page.type('Next');
    page.save();
    expect(written).to.deep.equal([recordKey('shop', 'draft')]);
    expect(open().state.draft).to.equal('Next');
  });
});
