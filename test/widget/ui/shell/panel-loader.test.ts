import { ReactiveElement } from '@lit/reactive-element';
import { expect } from 'chai';
import type { ChatPanel } from '../../../../widget/ui/element/chat-panel.ts';
import { PanelLoader } from '../../../../widget/ui/shell/panel-loader.ts';
import { observedAndIdle } from '../../../support/idle.ts';

/** The panel of these tests; nobody calls its methods. */
const PANEL = {} as ChatPanel;

/** An element with a loader, which records what the loader does. */
class LoaderElement extends ReactiveElement {
  mode: 'floating' | 'inline' | 'page' = 'floating';
  loading: 'lazy' | 'idle' | 'eager' = 'lazy';
  hasBackend = true;
  fetches = 0;
  creations = 0;
  failure: Error | undefined;
  panelContainer: HTMLElement = this;
  readonly loader = new PanelLoader(
    this,
    async () => {
      this.fetches++;
    },
    async () => {
      this.creations++;
      if (this.failure) throw this.failure;
      return PANEL;
    },
  );

  get isFloating(): boolean {
    return this.mode === 'floating';
  }

  /** The chat calls the loader in the same place. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }
}
customElements.define('test-loader', LoaderElement);

describe('the loader of the panel', () => {
  const { error } = console;
  const added: HTMLElement[] = [];
  afterEach(() => {
    console.error = error;
    added.splice(0).forEach((element) => element.remove());
  });

  async function mount(settings: Partial<LoaderElement> = {}, style = ''): Promise<LoaderElement> {
    const element = Object.assign(document.createElement('test-loader') as LoaderElement, settings);
    element.setAttribute('style', `display: block; ${style}`);
    document.body.append(element);
    added.push(element);
    await element.updateComplete;
    return element;
  }

  it('loads nothing by itself for a floating chat', async () => {
    const { fetches, creations } = await mount();
    await observedAndIdle();
    expect([fetches, creations]).to.deep.equal([0, 0]);
  });

  it('makes one panel, however often the panel is requested', async () => {
    const element = await mount();
    const panels = await Promise.all([element.loader.load(), element.loader.load()]);
    expect([...panels, await element.loader.load()]).to.deep.equal([PANEL, PANEL, PANEL]);
    expect(element.creations).to.equal(1);
  });

  it('makes no panel without a backend', async () => {
    const element = await mount({ hasBackend: false, loading: 'eager' });
    expect(await element.loader.load()).to.equal(undefined);
    expect(element.creations).to.equal(0);
  });

  it('reports a failure in the console, and tries again when the panel is requested again', async () => {
    const errors: unknown[] = [];
    console.error = (...args: unknown[]) => errors.push(args.at(-1));
    const failure = new Error('no network');
    const element = await mount({ failure });
    expect(await element.loader.load()).to.equal(undefined);
    expect(errors).to.deep.equal([failure]);
    element.failure = undefined;
    expect(await element.loader.load()).to.equal(PANEL);
    expect(element.creations).to.equal(2);
  });

  it('makes the panel at once with loading="eager"', async () => {
    expect((await mount({ loading: 'eager' })).creations).to.equal(1);
  });

  it('only fetches the code with loading="idle"', async () => {
    const element = await mount({ loading: 'idle' });
    while (element.fetches === 0) await observedAndIdle();
    expect([element.fetches, element.creations]).to.deep.equal([1, 0]);
  });

  it('follows a changed setting', async () => {
    const element = await mount();
    element.loading = 'eager';
    element.requestUpdate();
    await element.updateComplete;
    expect(element.creations).to.equal(1);
  });

  it('makes the panel of an inline chat when it is within one viewport of the view, and not before', async () => {
    const far = await mount({ mode: 'inline' }, `position: absolute; top: ${3 * innerHeight}px`);
    await observedAndIdle();
    expect(far.creations).to.equal(0);
    const near = await mount({ mode: 'inline' }, `position: absolute; top: ${1.5 * innerHeight}px`);
    while (near.creations === 0) await observedAndIdle();
    expect([near.creations, far.creations]).to.deep.equal([1, 0]);
  });

  it('waits for the view again after the element was moved', async () => {
    const element = await mount({ mode: 'inline' }, `position: absolute; top: ${3 * innerHeight}px`);
    element.remove();
    document.body.append(element);
    await observedAndIdle();
    expect(element.creations).to.equal(0);
    element.style.top = '0';
    while (element.creations === 0) await observedAndIdle();
    expect(element.creations).to.equal(1);
  });

  it('makes a new panel after the last one was disposed', async () => {
    const element = await mount();
    await element.loader.load();
    element.loader.reset();
    await element.loader.load();
    expect(element.creations).to.equal(2);
  });
});
