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

describe('lost words', () => {
  it('are those that a tree lacks', () => {
    expect(lost('Replace <your-key> with yours', 'Replace  with yours')).to.equal('<your key');
  });

  it('are counted once where the same word stands elsewhere', () => {
    const rest = ' and then there are these others, and the Set<String> of names';
    expect(lost(`A List<String>${rest}`, `A List${rest}`)).to.equal('<String');
  });

  it('are those in another order', () => {
    expect(lost('one two three four five six seven', 'two three one four five six seven')).to.equal('one');
  });

  it('are not those that are parted or joined by elements', () => {
    expect(
      lost('H<sub>2</sub>O and **bo**ld', 'H', element('sub', '2'), 'O and ', element('strong', 'bo'), 'ld'),
    ).to.equal('');
  });

  it('are not those behind what was added', () => {
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
