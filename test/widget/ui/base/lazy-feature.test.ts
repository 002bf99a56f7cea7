import { expect } from 'chai';
import { LazyFeature } from '../../../../widget/ui/base/lazy-feature.ts';

describe('LazyFeature', () => {
  it('reports once that its code has loaded, however often the feature is used', async () => {
    let told = 0;
    const feature = new LazyFeature(
      () => Promise.resolve('feature'),
      () => (told += 1),
    );
    expect(await Promise.all([feature.load(), feature.load()])).to.deep.equal(['feature', 'feature']);
    expect(await feature.load()).to.equal('feature');
    expect(told).to.equal(1);
  });

  it('loads again after its code could not be loaded', async () => {
    let tries = 0;
    const feature = new LazyFeature(
      () => (++tries === 1 ? Promise.reject(new Error('no network')) : Promise.resolve('feature')),
      () => undefined,
    );
    const failure = await feature.load().catch((error: unknown) => String(error));
    expect(failure).to.contain('no network');
    expect(await feature.load()).to.equal('feature');
    expect(feature.current).to.equal('feature');
  });

  it('loads missing code again when the device is online again, and not before', async () => {
    let tries = 0;
    const feature = new LazyFeature(
      () => (++tries === 1 ? Promise.reject(new Error('no network')) : Promise.resolve('feature')),
      () => feature.request(),
    );
    await feature.load().catch(() => undefined);
    feature.request();
    expect(tries, 'in the pause').to.equal(1);
    expect(feature.isRequestable).to.equal(false);
    dispatchEvent(new Event('online'));
    expect(tries, 'by itself').to.equal(2);
    expect(await feature.load()).to.equal('feature');
  });

  it('loads missing code at once when the visitor presses its control during the pause', async () => {
    let tries = 0;
    const feature = new LazyFeature(
      () => Promise.reject(new Error(`try ${++tries}`)),
      () => undefined,
    );
    for (const failure of ['try 1', 'try 2'])
      expect(String(await feature.load().catch((error: unknown) => error))).to.contain(failure);
    expect(feature.failures).to.equal(2);
  });
});
