import { nothing } from '../../base/html.ts';
import type { ChatMessage, Part, ReasoningPart, TextPart, ToolPart } from '../../../protocol/chat-message.ts';
import { renderThoughts } from './reasoning/thoughts.ts';
import type { AnswerTextOptions } from './text/answer-text.ts';
import { renderText } from './text/render-text.ts';
import { isSilentTool } from './tool/tool-label.ts';
import { renderTools } from './tool/tools.ts';
import { renderWaiting } from './waiting.ts';

/** How the parts of answers are drawn. */
export interface PartsOptions extends AnswerTextOptions {
  readonly showTools: 'line' | 'details' | 'none';
}

/** Tools with nothing shown between them. */
interface ToolGroup {
  readonly type: 'tools';
  readonly tools: readonly ToolPart[];
}

/** What is drawn in the order in which it came. Sources are chips in the text and a list below it. */
type Shown = TextPart | ReasoningPart | ToolGroup;

/** Where the next text comes: its element is there before. */
const NEXT_TEXT: TextPart = { type: 'text', text: '' };

/** The parts of an answer, in the order in which they came. */
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

/** With an empty text at the end where nothing else has an end. */
function shownParts(message: ChatMessage, { showTools }: PartsOptions): readonly Shown[] {
  const { parts, status } = message;
  const isHidden = (part: Part): boolean =>
    part.type === 'tool' && (showTools === 'none' || isSilentTool(part, message));
  const shown = groupTools(parts.filter((part) => !isHidden(part)));
  const isOpen = status === 'streaming' || shown.length === 0;
  return isOpen && shown.at(-1)?.type !== 'text' ? [...shown, NEXT_TEXT] : shown;
}

function groupTools(parts: readonly Part[]): readonly Shown[] {
  const shown: Shown[] = [];
  for (const part of parts) {
    const last = shown.at(-1);
    if (part.type === 'text' || part.type === 'reasoning') shown.push(part);
    else if (part.type === 'tool' && last?.type === 'tools')
      shown.splice(-1, 1, { type: 'tools', tools: [...last.tools, part] });
    else if (part.type === 'tool') shown.push({ type: 'tools', tools: [part] });
  }
  return shown;
}

function isFilled(part: Shown): boolean {
  return part.type === 'tools' || part.text.trim() !== '';
}

/** Whether nothing on the screen says that the answer goes on. */
function isWaiting(last: Shown | undefined): boolean {
  return (
    last === undefined || (last.type === 'tools' && !last.tools.some(({ state }) => state === 'running'))
  );
}
