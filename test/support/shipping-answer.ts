import { readResponse } from './streams.ts';

/** The document that {@link SHIPPING_ANSWER} cites. */
export const SHIPPING_SOURCE = { id: 's', title: 'Shipping', url: 'https://shop.example/shipping' };

/** A finished answer with thinking, a tool and a source. */
export const SHIPPING_ANSWER = {
  text: 'Boots ship free [1].',
  reasoning: 'Boots, then.',
  titles: ['Shipping'],
  tools: ['search done'],
  isDone: true,
};

/** Reads a response to its end. Resolves with the content that a visitor sees. */
export async function readAnswer(response: Response): Promise<typeof SHIPPING_ANSWER> {
  const { text, reasoning, sources, tools, done } = await readResponse(response);
  return {
    text,
    reasoning,
    titles: sources.map(({ title }) => title),
    tools: tools.map(({ name, state }) => `${name} ${state}`),
    isDone: done !== undefined,
  };
}
