import { expect } from 'chai';
import * as formats from '../../../widget/transport/choose-framing.ts';
import { waitForCode } from '../../../widget/transport/formats.ts';
import { catchError } from '../../support/catch-error.ts';
import { ManualClock } from '../../support/streams.ts';

describe('the wait for the code of other stream formats', () => {
  it('ends with the turn when the file hangs', async () => {
    const turn = new AbortController();
    let hasAsked: () => void;
    const asked = new Promise<void>((resolve) => (hasAsked = resolve));
    const load = (): Promise<object> => {
      hasAsked();
      return new Promise(() => undefined);
    };
    const wait = waitForCode(load, turn.signal, new ManualClock());
    await asked;
    turn.abort('enough');
    expect(await catchError(wait)).to.equal('enough');
  });

  it('ends when the code has loaded', async () => {
    const load = () => Promise.resolve(formats);
    expect(await waitForCode(load, new AbortController().signal, new ManualClock())).to.equal(formats);
  });
});
