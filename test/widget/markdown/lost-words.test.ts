import { expect } from 'chai';
import { lostWords } from './lost-words.ts';

function lost(source: string, ...nodes: readonly (string | Node)[]): string {
  const tree = document.createDocumentFragment();
  tree.append(...nodes);
  return lostWords(source, tree).join(' ');
}

function element(name: string, text: string): Element {
  const created = document.createElement(name);
  created.append(text);
  return created;
}

describe('lostWords', () => {
  it('finds the words of the source that the tree does not show', () => {
    expect(lost('Replace <your-key> with yours', 'Replace  with yours')).to.equal('<your key');
  });

  it('counts a word as lost where the same word stands only elsewhere', () => {
    const rest = ' and then there are these others, and the Set<String> of names';
    expect(lost(`A List<String>${rest}`, `A List${rest}`)).to.equal('<String');
  });

  it('counts words in a changed order as lost', () => {
    expect(lost('one two three four five six seven', 'two three one four five six seven')).to.equal('one');
  });

  it('does not count words that elements split or join', () => {
    expect(
      lost('H<sub>2</sub>O and **bo**ld', 'H', element('sub', '2'), 'O and ', element('strong', 'bo'), 'ld'),
    ).to.equal('');
  });

  it('does not count words behind added text', () => {
    expect(
      lost(
        '[a](/b) word more[^c]\n\n[^c]: 5 m',
        'a',
        element('small', ' (evil.example)'),
        ' word more',
        element('sup', '1'),
        '5 m',
      ),
    ).to.equal('');
  });
});
