import { expect } from 'chai';
import { SizeWatch } from '../../../../widget/ui/chat/size-watch.ts';

async function framesPassed(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
}

describe('SizeWatch', () => {
  const errors: string[] = [];
  const noteError = (event: ErrorEvent): void => {
    event.preventDefault();
    errors.push(event.message);
  };
  let element: HTMLElement;
  let told: number[];
  let watch: SizeWatch;

  beforeEach(() => {
    errors.length = 0;
    addEventListener('error', noteError);
    element = document.body.appendChild(document.createElement('div'));
    element.style.height = '100px';
    told = [];
    watch = new SizeWatch(() => told.push(element.clientHeight));
  });
  afterEach(() => {
    watch.stop();
    element.remove();
    removeEventListener('error', noteError);
    expect(errors).to.deep.equal([]);
  });

  it('reports the first size, and each change before the change is painted', async () => {
    watch.start(element);
    await framesPassed(3);
    expect(told).to.deep.equal([100]);
    for (const height of [110, 120, 130]) {
      element.style.height = `${height}px`;
      await framesPassed(1);
      // Animation frame callbacks run before ResizeObservers.
      await framesPassed(1);
      expect(told.at(-1)).to.equal(height);
    }
    expect(told).to.deep.equal([100, 110, 120, 130]);
  });

  it('causes no ResizeObserver error on the page where its callback changes the size, and reports that change too', async () => {
    watch = new SizeWatch(() => {
      told.push(element.clientHeight);
      element.style.height = `${Math.min(105, element.clientHeight + 1)}px`;
    });
    watch.start(element);
    await framesPassed(12);
    expect(told).to.deep.equal([100, 101, 102, 103, 104, 105]);
  });

  it('reports again after a restart, and nothing after its end', async () => {
    watch.start(element);
    await framesPassed(2);
    watch.start(element);
    await framesPassed(2);
    expect(told).to.deep.equal([100, 100]);
    element.style.height = '120px';
    watch.stop();
    await framesPassed(2);
    expect(told).to.deep.equal([100, 100]);
  });
});
