import { expect } from 'chai';
import { nextItem } from '../../../../../widget/ui/features/menu/next-item.ts';

const LABELS = ['New chat', 'Make larger', 'Contact us', 'Privacy', 'Make smaller'];

describe('nextItem', () => {
  for (const [key, from, to] of [
    ['ArrowDown', 0, 1],
    ['ArrowDown', 4, 0],
    ['ArrowUp', 0, 4],
    ['ArrowUp', 3, 2],
    ['Home', 3, 0],
    ['End', 1, 4],
    ['c', 0, 2],
    ['M', 0, 1],
    ['m', 1, 4],
    ['m', 4, 1],
    ['p', 3, 3],
  ] as const) {
    it(`goes from ${LABELS[from]} to ${LABELS[to]} with ${key}`, () => {
      expect(nextItem(key, from, LABELS)).to.equal(to);
    });
  }

  for (const key of ['Shift', 'Enter', ' ', 'F1', 'x']) {
    it(`stays where it is with ${JSON.stringify(key)}`, () => {
      expect(nextItem(key, 0, LABELS)).to.equal(undefined);
    });
  }
});
