import { describeLink } from '../../../markdown/gated-links.ts';
import {
  type MarkdownPolicy,
  MarkdownStream,
  type MarkdownStreamOptions,
  renderMarkdown,
} from '../../../markdown/index.ts';
import type { Chat } from '../../feature/chat.ts';
import { warmUpAnswers } from './warm-up-answers.ts';

/** Draws markdown. */
export class Renderer {
  /** Draws a complete text at once. */
  readonly render: typeof renderMarkdown = renderMarkdown;
  /** Describes a link that a feature draws itself, with the same checks as links in a text. */
  readonly describeLink: typeof describeLink = describeLink;

  constructor({ signal }: Pick<Chat, 'signal'>) {
    warmUpAnswers(signal);
  }

  /** Draws a text into an element while it arrives. */
  stream(container: HTMLElement, policy: MarkdownPolicy, options: MarkdownStreamOptions): MarkdownStream {
    return new MarkdownStream(container, policy, options);
  }
}
