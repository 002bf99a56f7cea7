import { expect } from 'chai';
import { MarkdownStream } from '../../../widget/markdown/index.ts';

/** Resolves when a module of ours is fetched. */
function fetched(path: string): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => name.includes(path))) resolve();
    }).observe({ type: 'resource', buffered: true });
  });
}

describe('loadWindow', () => {
  it('waits until a visitor does something in the answer that a drawing may undo', async () => {
    const path = '/widget/markdown/window.ts';
    const box = document.body.appendChild(document.createElement('div'));
    const stream = new MarkdownStream(box);
    stream.push('See [this](https://example.com/) ');
    stream.flush();
    expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes(path))).to.have.length(
      0,
    );
    const loaded = fetched(path);
    box.querySelector('a')?.focus();
    await loaded;
    box.remove();
  });
});
