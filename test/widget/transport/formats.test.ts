import { expect } from 'chai';
import * as formats from '../../../widget/transport/choose-framing.ts';
import { waitForFormats } from '../../../widget/transport/formats.ts';
import { catchError } from '../../support/catch-error.ts';
import { ManualClock } from '../../support/streams.ts';

describe('the wait for the code of other formats', () => {
  it('ends with the turn when its file hangs', async () => {
    const turn = new AbortController();
    let hasAsked: () => void;
    const asked = new Promise<void>((resolve) => (hasAsked = resolve));
    const wait = waitForFormats(turn.signal, new ManualClock(), () => {
      hasAsked();
      return new Promise(() => undefined);
    });
    await asked;
    turn.abort('enough');
    expect(await catchError(wait)).to.equal('enough');
  });

  it('is over when the code is here', async () => {
    const load = () => Promise.resolve(formats);
    expect(await waitForFormats(new AbortController().signal, new ManualClock(), load)).to.equal(formats);
  });
});
