import { ReactiveElement } from '@lit/reactive-element';
import { expect } from 'chai';
import { ScrollFollower } from '../../../../widget/ui/transcript/scroll-follower.ts';

/** A scroller of 200 pixels with content that grows. */
class ScrollingElement extends ReactiveElement {
  readonly scroller = document.createElement('div');
  readonly content = document.createElement('div');
  readonly stick = new ScrollFollower(this);
  updates = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.scroller.style.cssText = 'height: 200px; overflow-y: auto; overflow-anchor: none';
    this.scroller.append(this.content);
    this.scroller.addEventListener('scroll', () => this.stick.handleScroll());
    this.append(this.scroller);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override updated(): void {
    this.updates++;
  }
}
customElements.define('test-scrolling', ScrollingElement);

/** Sizes and scroll events are reported with the next frame. */
async function framesPassed(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

describe('a transcript that sticks to its end', () => {
  let element: ScrollingElement;

  beforeEach(async () => {
    element = document.createElement('test-scrolling') as ScrollingElement;
    document.body.append(element);
    element.stick.observe(element.scroller, element.content);
    await grow(1_000);
  });
  afterEach(() => element.remove());

  async function grow(height: number): Promise<void> {
    element.content.style.height = `${height}px`;
    await framesPassed();
  }

  async function scrollTo(top: number): Promise<void> {
    element.scroller.scrollTop = top;
    await framesPassed();
  }

  const distance = (): number => {
    const { scrollHeight, clientHeight, scrollTop } = element.scroller;
    return scrollHeight - clientHeight - scrollTop;
  };

  it('follows content that grows', async () => {
    await grow(1_500);
    await grow(4_000);
    expect([distance(), element.stick.isAtEnd]).to.deep.equal([0, true]);
  });

  it('never moves a reader who has scrolled up', async () => {
    await scrollTo(300);
    await grow(2_000);
    expect([element.scroller.scrollTop, element.stick.isAtEnd]).to.deep.equal([300, false]);
  });

  it('follows again when the reader has come back near the end', async () => {
    await scrollTo(300);
    await scrollTo(element.scroller.scrollHeight - 200 - 40);
    expect(element.stick.isAtEnd).to.equal(true);
    await grow(2_000);
    expect(distance()).to.equal(0);
  });

  it('counts as left only by going up, not when content has grown past a scroll', async () => {
    element.content.style.height = '3000px';
    element.stick.handleScroll();
    expect(element.stick.isAtEnd).to.equal(true);
    await framesPassed();
    expect(distance()).to.equal(0);
  });

  it('goes to the end when it is asked to, wherever the reader is', async () => {
    await scrollTo(0);
    element.stick.scrollToEnd();
    expect([distance(), element.stick.isAtEnd]).to.deep.equal([0, true]);
  });

  it('is at its end when the content has shrunk to fit', async () => {
    await scrollTo(300);
    await grow(100);
    expect(element.stick.isAtEnd).to.equal(true);
  });

  it('stays at its end when the scroller gets smaller', async () => {
    element.scroller.style.height = '120px';
    await framesPassed();
    expect(distance()).to.equal(0);
  });

  it('has its host drawn when the reader leaves the end or comes back, and at no other time', async () => {
    await element.updateComplete;
    const before = element.updates;
    await grow(2_000);
    expect(element.updates).to.equal(before);
    await scrollTo(500);
    await scrollTo(400);
    expect(element.updates).to.equal(before + 1);
    element.stick.scrollToEnd();
    await element.updateComplete;
    expect(element.updates).to.equal(before + 2);
  });

  it('rests while its host is off the page, and goes on afterwards', async () => {
    element.remove();
    await grow(3_000);
    document.body.append(element);
    await framesPassed();
    await grow(3_500);
    expect(distance()).to.equal(0);
  });
});
