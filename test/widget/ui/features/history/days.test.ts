import { expect } from 'chai';
import type { Thread } from '../../../../../widget/ui/features/history/thread.ts';
import { groupByDay } from '../../../../../widget/ui/features/history/days.ts';

const NOW = new Date(2026, 2, 29, 12).getTime();
const at = (id: string, date: Date, isPinned = false): Thread => ({
  id,
  title: '',
  isPinned,
  updatedAt: date.getTime(),
  messages: [],
});

describe('the day headings of the history', () => {
  const labels = (language: string): string[] =>
    groupByDay(
      [
        at('pinned', new Date(2020, 0, 1), true),
        at('future', new Date(2026, 2, 30)),
        at('today', new Date(2026, 2, 29)),
        at('yesterday', new Date(2026, 2, 28, 23, 59)),
        at('earlier', new Date(2026, 2, 27, 23, 59)),
      ],
      { language, pinned: 'Pinned', now: NOW },
    ).map(({ label, threads }) => `${label}: ${threads.map(({ id }) => id).join(' ')}`);

  it('are in the language of the chat', () => {
    expect(labels('en')).to.deep.equal([
      'Pinned: pinned',
      'Today: future today',
      'Yesterday: yesterday',
      'March 27, 2026: earlier',
    ]);
    expect(labels('de').slice(1)).to.deep.equal([
      'Heute: future today',
      'Gestern: yesterday',
      '27. März 2026: earlier',
    ]);
  });
});
