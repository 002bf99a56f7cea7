import { expect } from 'chai';
import { warmUp } from '../../../widget/markdown/warm-up.ts';

describe('warmUp', () => {
  it('runs in small steps, and does not change the page', async () => {
    const observer = new MutationObserver(() => undefined);
    observer.observe(document, { childList: true, subtree: true, attributes: true });
    const { length } = [...warmUp()];
    expect(length).to.be.at.least(40);
    expect(observer.takeRecords()).to.have.length(0);
    observer.disconnect();
  });
});
