import { nothing } from '../../base/html.ts';
import type { ChatMessage, Part, ReasoningPart, TextPart, ToolPart } from '../../../protocol/chat-message.ts';
import { renderThoughts } from './reasoning/thoughts.ts';
import type { AnswerTextOptions } from './text/answer-text.ts';
import { renderText } from './text/render-text.ts';
import { isSilentTool } from './tool/tool-label.ts';
import { renderTools } from './tool/tools.ts';
import { renderWaiting } from './waiting.ts';

/** Options for drawing the parts of answers. */
export interface PartsOptions extends AnswerTextOptions {
  readonly showTools: 'line' | 'details' | 'none';
}

/** Tool calls without a visible part between them. */
interface ToolGroup {
  readonly type: 'tools';
  readonly tools: readonly ToolPart[];
}

/** A visible part of an answer. Not sources, which are chips in the text and a list below it. */
type VisiblePart = TextPart | ReasoningPart | ToolGroup;

/** An empty text part, whose element waits for the text that comes next. */
const NEXT_TEXT: TextPart = { type: 'text', text: '' };

/** Draws the parts of an answer in the order in which they came. */
export function renderParts(message: ChatMessage, options: PartsOptions): unknown {
  const strings = options.chat.strings.current;
  const isStreaming = message.status === 'streaming';
  const parts = shownParts(message, options);
  const last = parts.findLast(isFilled);
  const view = { message, strings, isDetailed: options.showTools === 'details' };
  return [
    parts.map((part) => {
      if (part.type === 'tools') return renderTools(part.tools, view);
      if (part.type === 'reasoning') return renderThoughts(part, isStreaming && part === last, strings);
      return renderText(
        { text: part.text, message, isGrowing: isStreaming && part === parts.at(-1) },
        options,
      );
    }),
    (isStreaming && isWaiting(last)) || !(options.renderer || options.isRendererMissing)
      ? renderWaiting(message, strings)
      : nothing,
  ];
}

/** The visible parts. While the answer streams they end with a text part, which may be empty. */
function shownParts(message: ChatMessage, { showTools }: PartsOptions): readonly VisiblePart[] {
  const { parts, status } = message;
  const isHidden = (part: Part): boolean =>
    part.type === 'tool' && (showTools === 'none' || isSilentTool(part, message));
  const shown = groupTools(parts.filter((part) => !isHidden(part)));
  const isOpen = status === 'streaming' || shown.length === 0;
  return isOpen && shown.at(-1)?.type !== 'text' ? [...shown, NEXT_TEXT] : shown;
}

function groupTools(parts: readonly Part[]): readonly VisiblePart[] {
  const shown: VisiblePart[] = [];
  for (const part of parts) {
    const last = shown.at(-1);
    if (part.type === 'text' || part.type === 'reasoning') shown.push(part);
    else if (part.type === 'tool' && last?.type === 'tools')
      shown.splice(-1, 1, { type: 'tools', tools: [...last.tools, part] });
    else if (part.type === 'tool') shown.push({ type: 'tools', tools: [part] });
  }
  return shown;
}

function isFilled(part: VisiblePart): boolean {
  return part.type === 'tools' || part.text.trim() !== '';
}

/** Whether waiting dots are needed: nothing else shows that the answer continues. */
function isWaiting(last: VisiblePart | undefined): boolean {
  return (
    last === undefined || (last.type === 'tools' && !last.tools.some(({ state }) => state === 'running'))
  );
}
