import { renderMarkdown } from '../../widget/markdown/index.ts';
import type { CfAiChatElement } from '../../widget/index.ts';
import { ChatHarness, type HarnessSettings } from './chat-harness.ts';
import { ScriptedTransport, type ScriptedTurn } from './scripted-transport.ts';

/** A chat whose answers get code bars, highlighting and scrollable tables. */
export class AdornedChat {
  readonly chat: ChatHarness;
  readonly #transport: ScriptedTransport;

  private constructor(chat: ChatHarness, transport: ScriptedTransport) {
    this.chat = chat;
    this.#transport = transport;
  }

  static async open(settings: HarnessSettings = {}): Promise<AdornedChat> {
    const transport = new ScriptedTransport();
    return new AdornedChat(await ChatHarness.open(transport, settings), transport);
  }

  get element(): CfAiChatElement {
    return this.chat.element;
  }

  get reply(): HTMLElement {
    const { lastReply } = this.chat;
    if (!lastReply) throw new Error('there is no answer');
    return lastReply;
  }

  get copyButtons(): readonly HTMLButtonElement[] {
    return [...this.reply.querySelectorAll<HTMLButtonElement>('.code-copy')];
  }

  /** Asks, and begins an answer. Resolves when the answer is drawn with its code bars and tables. */
  async begin(markdown: string): Promise<ScriptedTurn> {
    await this.chat.ask('A question');
    const turn = await this.#transport.asked();
    await turn.say(markdown);
    await this.chat.drawn();
    return turn;
  }

  /** Asks, and gets a whole answer. */
  async answer(markdown: string): Promise<void> {
    await (await this.begin(markdown)).finish();
    await this.chat.drawn();
  }

  /** Resolves when a condition holds, which is checked in every frame. */
  async until(holds: () => unknown): Promise<void> {
    while (!holds()) await new Promise((resolve) => requestAnimationFrame(resolve));
  }

  /** Resolves when the code blocks have their bars. */
  async adorned(): Promise<void> {
    await this.until(() => this.copyButtons.length === this.reply.querySelectorAll('pre').length);
  }

  /** Resolves when the tables stand in their scrollable regions. */
  async tablesWrapped(): Promise<void> {
    await this.until(() => !this.reply.querySelector('.streaming table, :not(.table-region) > table'));
  }
}

/** Whether a drawn answer, without its code bars and regions, equals the one-shot render node for node. */
export function equalsMarkdown(reply: Element, markdown: string): boolean {
  const drawn = reply.cloneNode(true) as Element;
  for (const bar of drawn.querySelectorAll('cf-ai-chat-code-bar, cf-ai-chat-formula')) bar.remove();
  for (const region of drawn.querySelectorAll('.table-region')) region.replaceWith(...region.childNodes);
  for (const element of drawn.querySelectorAll('code, input, table')) {
    for (const name of ['role', 'aria-label', 'aria-hidden', 'tabindex']) element.removeAttribute(name);
  }
  drawn.normalize();
  const wanted = document.createElement('div');
  wanted.append(renderMarkdown(markdown));
  wanted.normalize();
  return drawn.childNodes.length > 0 && drawn.innerHTML === wanted.innerHTML;
}

/** The text of all our highlight ranges, by kind. */
export function highlights(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...CSS.highlights]
      .filter(([name]) => name.startsWith('cf-ai-chat-'))
      .map(([name, highlight]) => [name.slice('cf-ai-chat-'.length), [...highlight].map(textOf)]),
  );
}

function textOf({ startContainer, startOffset, endContainer, endOffset }: AbstractRange): string {
  const range = new Range();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return String(range);
}
