import { expect } from 'chai';
import { SizeWatch } from '../../../../widget/ui/chat/size-watch.ts';

async function framesPassed(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
}

describe('the watch over sizes', () => {
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

  it('tells of the first size, and of each change before it is painted', async () => {
    watch.start(element);
    await framesPassed(3);
    expect(told).to.deep.equal([100]);
    for (const height of [110, 120, 130]) {
      element.style.height = `${height}px`;
      await framesPassed(1);
      // Animation frames begin before sizes are looked at.
      await framesPassed(1);
      expect(told.at(-1)).to.equal(height);
    }
    expect(told).to.deep.equal([100, 110, 120, 130]);
  });

  it('reports no error to the page where its callback changes the size, and tells of that change too', async () => {
    watch = new SizeWatch(() => {
      told.push(element.clientHeight);
      element.style.height = `${Math.min(105, element.clientHeight + 1)}px`;
    });
    watch.start(element);
    await framesPassed(12);
    expect(told).to.deep.equal([100, 101, 102, 103, 104, 105]);
  });

  it('tells again when it is started again, and nothing after its end', async () => {
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
