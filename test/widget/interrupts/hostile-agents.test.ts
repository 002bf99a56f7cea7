import { expect } from 'chai';
import { interruptsOf } from '../../../widget/interrupts/round.ts';
import { AskingSite } from '../../support/asking-site.ts';
import { HOSTILE_AGENTS, hostileResponse } from '../../support/hostile-agents.ts';

describe('hostile agents', () => {
  for (const agent of HOSTILE_AGENTS)
    it(`${agent.title}: nothing runs that was not allowed`, async () => {
      const inputs: unknown[] = [];
      const bodies: string[] = [];
      const site = new AskingSite({
        format: agent.format,
        tools: () => [{ name: 'open_cart', execute: (input) => (inputs.push(input), 'open') }],
        answer: async (request) => {
          bodies.push(await request.text());
          return hostileResponse(agent, bodies.length - 1);
        },
      });
      const page = site.open();
      await page.ask('Hi');
      await page.rest();
      expect(inputs).to.deep.equal([]);
      expect(page.open.length > 0).to.equal(agent.isOffered);
      expect(bodies).to.have.length(1);

      // Whatever is offered is allowed: it runs as it was shown, once.
      const shown: unknown[] = [];
      for (let round = 0; round < 30 && page.open.length > 0; round++) {
        const [part] = page.open;
        if (part?.kind === 'tool') shown.push(part.input);
        expect(page.decide({ state: part?.kind === 'question' ? 'refused' : 'allowed' })).to.equal(true);
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        await page.rest();
      }
      expect(inputs).to.deep.equal(shown);
      const calls = (page.answer ? interruptsOf(page.answer) : []).map(({ callId }) => callId);
      expect(new Set(calls).size).to.equal(calls.length);
    });

  it('are 40 and more', () => {
    expect(HOSTILE_AGENTS.length).to.be.greaterThanOrEqual(40);
  });
});
