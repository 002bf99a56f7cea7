import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultsOfAsking, faultsOfSight, faultsOfTabs, type Testimony } from './judge-sights.ts';
import type { SeenMessage, Sight } from './sight.ts';

const CALL = { question: 'w1', answer: 'Answer 1: apple end 1.', isCutOff: false, at: 0 };

function testimony(parts: Partial<Testimony> = {}, calls = [CALL]): Testimony {
  return { lane: { model: { calls } }, wishes: new Map([['w1', 1]]), stopped: new Set(), ...parts };
}

function sightOf(...messages: readonly (readonly [SeenMessage['role'], string, string?])[]): Sight {
  return {
    isThere: true,
    composer: '',
    buttons: [],
    words: '',
    messages: messages.map(([role, text, around = '']) => ({ role, text, around })),
  };
}

const ASKED = ['user', 'w1'] as const;
const WHOLE = ['assistant', 'Answer 1: apple end 1.'] as const;

/** Sights of a conversation, and whether something is wrong with them. */
const SIGHTS: readonly (readonly [string, Sight, boolean])[] = [
  ['a whole answer', sightOf(ASKED, WHOLE), false],
  ['a part of it', sightOf(ASKED, ['assistant', 'Answer 1: app']), true],
  ['a part that says so', sightOf(ASKED, ['assistant', 'Answer 1:', 'This answer was cut off.']), false],
  ['words of nobody', sightOf(ASKED, ['assistant', 'Answer 2: apple']), true],
  ['one answer twice', sightOf(ASKED, WHOLE, ASKED, WHOLE), true],
  ['a question without an answer', sightOf(ASKED), true],
  ['one that says so', sightOf(['user', 'w1', 'You said: Not delivered. Try again']), false],
];

describe('faultsOfSight', () => {
  for (const [title, sight, isFault] of SIGHTS)
    it(`finds ${isFault ? 'a fault' : 'no fault'} in ${title}`, () => {
      assert.equal(faultsOfSight(testimony(), sight).length > 0, isFault);
    });

  it('lets answers and questions be unfinished while something moves', () => {
    assert.deepEqual(faultsOfSight(testimony(), sightOf(ASKED, ['assistant', 'Answer 1: ap']), true), []);
  });

  it('expects no answer where it was stopped', () => {
    assert.deepEqual(faultsOfSight(testimony({ stopped: new Set(['w1']) }), sightOf(ASKED)), []);
  });
});

describe('faultsOfAsking', () => {
  it('finds a question that reached the model more often than it was wanted', () => {
    assert.equal(faultsOfAsking(testimony({}, [CALL, CALL]), []).length, 1);
    assert.deepEqual(faultsOfAsking(testimony({ wishes: new Map([['w1', 2]]) }, [CALL, CALL]), []), []);
  });

  it('lets an answer be made anew that nobody came for', () => {
    const late = { ...CALL, answer: 'Answer 2: apple end 2.', at: 5_001 };
    assert.deepEqual(faultsOfAsking(testimony({}, [CALL, late]), []), []);
    const behindMore = { ...late, question: 'w0 w1' };
    assert.deepEqual(faultsOfAsking(testimony({}, [CALL, behindMore]), []), []);
    assert.equal(faultsOfAsking(testimony({}, [CALL, late]), [sightOf(ASKED, WHOLE)]).length, 1);
    assert.equal(faultsOfAsking(testimony({}, [CALL, { ...late, at: 4_000 }]), []).length, 1);
  });

  it('finds a question that nobody has asked', () => {
    assert.equal(faultsOfAsking(testimony({}, [{ ...CALL, question: 'w2' }]), []).length, 1);
  });

  it('accepts the rest of a text whose first words were sent when the network came back', () => {
    const wishes = new Map([
      ['w0', 1],
      ['w0 w1', 1],
    ]);
    assert.deepEqual(faultsOfAsking(testimony({ wishes }, [{ ...CALL, question: 'w0' }, CALL]), []), []);
    assert.equal(faultsOfAsking(testimony({ wishes }, [CALL]), []).length, 1);
  });

  it('counts a question behind others that got no answer, and not one whose Worker was killed', () => {
    const calls = [
      { ...CALL, isCutOff: true },
      { ...CALL, question: 'w0 w1' },
    ];
    assert.deepEqual(faultsOfAsking(testimony({}, calls), []), []);
  });
});

describe('faultsOfTabs', () => {
  it('finds tabs that show different messages', () => {
    assert.deepEqual(faultsOfTabs([sightOf(ASKED, WHOLE), sightOf(ASKED, WHOLE)]), []);
    assert.equal(faultsOfTabs([sightOf(ASKED, WHOLE), sightOf(ASKED)]).length, 1);
  });

  it('lets a tab have a question in a text box, to be changed', () => {
    const whole = sightOf(ASKED, WHOLE);
    const question: SeenMessage = { role: 'user', text: 'w1 w2', around: '', isEdited: true };
    const edited = { ...whole, messages: [question, ...whole.messages.slice(1)] };
    assert.deepEqual(faultsOfTabs([whole, edited]), []);
    assert.equal(faultsOfTabs([sightOf(ASKED), edited]).length, 1);
  });
});
