import { expect } from 'chai';
import { boostOf, placeWords } from '../../../../widget/protocol/search/places.ts';

describe('the ranking of words by their place', () => {
  it('ranks the page title before the heading of a section, and the first word of each before its others', () => {
    expect(Object.fromEntries(placeWords('Return an order', 'Costs of a Return'))).to.deep.equal({
      return: 4,
      an: 3,
      order: 3,
      costs: 2,
      of: 1,
      a: 1,
    });
  });

  it('knows no places where a passage has only text', () => {
    expect(placeWords('', '').size).to.equal(0);
    expect(boostOf([0, 0])).to.equal(1);
  });

  it('ranks a passage by the worst place among the found words', () => {
    expect(boostOf([4])).to.be.greaterThan(boostOf([3]));
    expect(boostOf([2])).to.be.greaterThan(boostOf([1]));
    expect(boostOf([4, 0])).to.equal(1);
    expect(boostOf([2, 1, 1])).to.equal(boostOf([1]));
  });
});
