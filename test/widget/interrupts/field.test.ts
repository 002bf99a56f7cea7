import { expect } from 'chai';
import { answerOf, fieldOf } from '../../../widget/interrupts/field.ts';

describe('fieldOf', () => {
  it('returns one field for a single value, and for an object with one property', () => {
    expect(fieldOf(undefined)).to.deep.equal({ type: 'text' });
    expect(fieldOf({ type: 'integer' })).to.deep.equal({ type: 'number' });
    expect(fieldOf({ type: 'string', format: 'date' })).to.deep.equal({ type: 'date' });
    expect(fieldOf({ type: 'boolean' })).to.deep.equal({ type: 'choice', choices: [true, false] });
    const properties = { size: { enum: ['S', 'M'] } };
    expect(fieldOf({ type: 'object', properties })).to.deep.equal({
      type: 'choice',
      choices: ['S', 'M'],
      key: 'size',
    });
  });

  it('returns no field for a form, for nested values, and for too many choices', () => {
    const two = { a: { type: 'string' }, b: { type: 'string' } };
    expect(fieldOf({ type: 'object', properties: two })).to.equal(undefined);
    expect(fieldOf({ type: 'object' })).to.equal(undefined);
    expect(fieldOf({ type: 'array' })).to.equal(undefined);
    expect(fieldOf({ enum: [{}] })).to.equal(undefined);
    expect(fieldOf({ enum: Array.from({ length: 13 }, (_, index) => index) })).to.equal(undefined);
  });
});

describe('answerOf', () => {
  it('returns a value of the requested type, under its key', () => {
    expect(answerOf({ type: 'number', key: 'count' }, ' 3 ')).to.deep.equal({ count: 3 });
    expect(answerOf({ type: 'text' }, ' Malta ')).to.equal('Malta');
    expect(answerOf({ type: 'choice', choices: [true, false] }, false)).to.equal(false);
  });

  it('returns no answer for a text that does not fit the field', () => {
    expect(answerOf({ type: 'number' }, 'three')).to.equal(undefined);
    expect(answerOf({ type: 'text' }, '  ')).to.equal(undefined);
  });
});
