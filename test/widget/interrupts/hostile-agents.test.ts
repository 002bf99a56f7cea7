import { expect } from 'chai';
import { interruptsOf } from '../../../widget/interrupts/round.ts';
import { AskingSite } from '../../support/asking-site.ts';
import { HOSTILE_AGENTS, hostileResponse } from '../../support/hostile-agents.ts';

describe('hostile agents', () => {
  for (const agent of HOSTILE_AGENTS)
    it(`${agent.title}: no tool runs that the visitor has not allowed`, async () => {
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

      // The test allows whatever is offered: it must run once, with the input that was shown.
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

  it('the list has 40 agents or more', () => {
    expect(HOSTILE_AGENTS.length).to.be.greaterThanOrEqual(40);
  });
});
