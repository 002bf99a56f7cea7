import { expect } from 'chai';
import { SYSTEM_CLOCK } from '../../../widget/transport/clock.ts';

describe('the system clock', () => {
  for (const type of ['online', 'pageshow', 'visibilitychange'])
    it(`tells that the device may have slept on ${type}, until nobody listens`, () => {
      let calls = 0;
      const end = SYSTEM_CLOCK.whenAwake(() => calls++);
      dispatchEvent(new Event(type));
      end();
      dispatchEvent(new Event(type));
      expect(calls).to.equal(1);
    });
});
