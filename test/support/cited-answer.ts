import type { Source } from '../../widget/protocol/chat-message.ts';
import { ChatHarness } from './chat-harness.ts';
import type { ScriptedTransport, ScriptedTurn } from './scripted-transport.ts';

/** A source with an address, and one whose address may not be followed. */
export const SOURCES: readonly Source[] = [
  { id: 'a', title: 'First', url: 'https://www.example.com/1', snippet: 'What the first one says.' },
  { id: 'b', title: 'Second', url: 'javascript:alert(1)', snippet: '' },
];

/** Opens a chat and begins an answer that has sources and no text yet. */
export async function beginCited(
  transport: ScriptedTransport,
  sources = SOURCES,
): Promise<[ChatHarness, ScriptedTurn]> {
  const chat = await ChatHarness.open(transport);
  await chat.ask('How?');
  const turn = await transport.asked();
  await turn.emit({ type: 'sources', sources });
  return [chat, turn];
}

/** Opens a chat with a complete answer whose text cites the sources, such as `One [1].` */
export async function answerCited(transport: ScriptedTransport, text: string): Promise<ChatHarness> {
  const [chat, turn] = await beginCited(transport);
  await turn.say(text);
  await turn.finish();
  await chat.until('a citation', () => chat.root.querySelector('.citation'));
  return chat;
}

/** The citations in a chat. */
export function citationsIn({ root }: ChatHarness): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('.citation')];
}
