import { expect } from 'chai';
import type { mountPermanently } from '../../../widget/embed/mount-permanently.ts';

const MODULE = new URL('../../../widget/embed/mount-permanently.ts', import.meta.url).href;

/** A page in a frame; the test can replace its body. */
interface Page {
  readonly document: Document;
  readonly mount: typeof mountPermanently;
  readonly element: HTMLElement;
}

describe('an element that is mounted permanently', () => {
  let frame: HTMLIFrameElement;
  let page: Page;

  beforeEach(async () => {
    frame = document.createElement('iframe');
    document.body.append(frame);
    const { contentDocument, contentWindow } = frame;
    if (!contentDocument || !contentWindow) throw new Error('expected a page in the frame');
    const script = Object.assign(contentDocument.createElement('script'), {
      type: 'module',
      textContent: `import { mountPermanently } from '${MODULE}'; window.mount = mountPermanently; window.frameElement.dispatchEvent(new Event('mountable'));`,
    });
    const loaded = new Promise((resolve) => frame.addEventListener('mountable', resolve, { once: true }));
    contentDocument.head.append(script);
    await loaded;
    page = {
      document: contentDocument,
      mount: Reflect.get(contentWindow, 'mount') as typeof mountPermanently,
      element: contentDocument.createElement('cf-ai-chat'),
    };
  });
  afterEach(() => frame.remove());

  let renewals: number;
  /** Mounts an element, and counts how often the element is reported as no longer usable. */
  function mount(element: HTMLElement, isWanted: () => boolean = () => true): void {
    renewals = 0;
    page.mount(element, isWanted, () => (renewals += 1));
  }

  /**
   * Replaces the body, as libraries do that navigate without a page load. MutationObservers run in the next
   * microtask.
   */
  async function replaceBody(body = page.document.createElement('body')): Promise<void> {
    page.document.body = body;
    await observed();
  }

  const observed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  it('stands in the body, with the attribute that makes morphing libraries keep it', () => {
    mount(page.element);
    expect(page.element.parentElement).to.equal(page.document.body);
    expect(page.element.hasAttribute('data-turbo-permanent')).to.equal(true);
  });

  it('comes back each time the body is replaced', async () => {
    mount(page.element);
    for (let count = 1; count < 4; count++) {
      await replaceBody();
      expect(page.element.parentElement, `navigation ${count}`).to.equal(page.document.body);
    }
  });

  it('comes back when the root element is replaced, and when the new body comes later', async () => {
    mount(page.element);
    const root = page.document.createElement('html');
    page.document.documentElement.replaceWith(root);
    await observed();
    root.append(page.document.createElement('head'), page.document.createElement('body'));
    await observed();
    expect(page.element.parentElement).to.equal(page.document.body);
  });

  it('gives its place to a new element when document.write has removed its listeners', async () => {
    mount(page.element);
    page.document.open();
    page.document.write('<!doctype html><title>Again</title><body><p>Written');
    page.document.close();
    await observed();
    expect(page.element.isConnected).to.equal(false);
    expect(renewals).to.equal(1);
    await replaceBody();
    expect(renewals).to.equal(1);
  });

  it('comes back when all content of the body is replaced', async () => {
    page.document.body.append(page.document.createElement('main'));
    mount(page.element);
    page.document.body.replaceChildren(page.document.createElement('main'));
    await observed();
    expect(page.element.isConnected).to.equal(true);
  });

  it('stays away when the page removes only this element', async () => {
    mount(page.element);
    page.element.remove();
    await observed();
    await replaceBody();
    expect(page.element.isConnected).to.equal(false);
  });

  it('comes back together with another mounted element when the body is replaced', async () => {
    const other = page.document.createElement('cf-ai-chat');
    mount(page.element);
    mount(other);
    await replaceBody();
    expect([...page.document.body.children]).to.deep.equal([page.element, other]);
  });

  it('stays away when the page removes it together with another element', async () => {
    const other = page.document.createElement('cf-ai-chat');
    mount(page.element);
    mount(other);
    page.element.remove();
    other.remove();
    await observed();
    expect([page.element.isConnected, other.isConnected]).to.deep.equal([false, false]);
  });

  it('stays away from a new body that has a chat of its own', async () => {
    let isWanted = true;
    mount(page.element, () => isWanted);
    isWanted = false;
    await replaceBody();
    page.document.body.append(page.document.createElement('main'));
    await observed();
    expect(page.element.isConnected).to.equal(false);
    isWanted = true;
    await replaceBody();
    expect(page.element.isConnected).to.equal(true);
  });

  it('replaces its own copy in HTML that a navigation library has stored', async () => {
    mount(page.element);
    const stored = page.document.createElement('body');
    const copy = page.document.createElement('cf-ai-chat');
    copy.setAttribute('data-turbo-permanent', '');
    stored.append(copy);
    await replaceBody(stored);
    expect([copy.isConnected, page.element.isConnected]).to.deep.equal([false, true]);
  });
});
