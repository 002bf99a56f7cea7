import { expect } from 'chai';
import { SYSTEM_CLOCK, whenShownAgain } from '../../../widget/transport/clock.ts';

const SIGNALS: Readonly<Record<string, () => boolean>> = {
  'the network is back': () => dispatchEvent(new Event('online')),
  'Back has brought the page': () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  'its tab is looked at': () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  'a prerendered page is visited': () => document.dispatchEvent(new Event('prerenderingchange')),
  'a frozen page goes on': () => document.dispatchEvent(new Event('resume')),
};

/** Makes the document report this state until the test has ended. */
function pretend(state: { readonly visibilityState?: string; readonly prerendering?: boolean }): void {
  for (const [name, value] of Object.entries(state))
    Object.defineProperty(document, name, { value, configurable: true });
}

describe('a page that is shown again', () => {
  let calls = 0;
  beforeEach(() => {
    calls = 0;
  });
  afterEach(() => {
    for (const name of ['visibilityState', 'prerendering']) Reflect.deleteProperty(document, name);
  });

  for (const [what, tell] of Object.entries(SIGNALS))
    it(`calls back when ${what}, until the listener is removed`, () => {
      const end = SYSTEM_CLOCK.whenAwake(() => calls++);
      tell();
      end();
      tell();
      expect(calls).to.equal(1);
    });

  it('calls back until the signal is aborted', () => {
    const ending = new AbortController();
    whenShownAgain(() => calls++, ending.signal);
    for (const tell of Object.values(SIGNALS)) tell();
    ending.abort();
    for (const tell of Object.values(SIGNALS)) tell();
    expect(calls).to.equal(5);
  });

  it('does not call back for the first show of the page, or when the page is hidden', () => {
    const end = whenShownAgain(() => calls++);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    pretend({ visibilityState: 'hidden' });
    SIGNALS['its tab is looked at']?.();
    end();
    expect(calls).to.equal(0);
  });

  it('does not call back while the page is prerendered', () => {
    pretend({ prerendering: true });
    const end = whenShownAgain(() => calls++);
    for (const tell of Object.values(SIGNALS)) tell();
    end();
    expect(calls).to.equal(0);
  });
});
