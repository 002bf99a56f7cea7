import { nothing } from '../../base/html.ts';
import type { ChatMessage, Part, ReasoningPart, TextPart } from '../../../protocol/chat-message.ts';
import { renderThoughts } from './reasoning/thoughts.ts';
import type { AnswerTextOptions } from './text/answer-text.ts';
import { renderText } from './text/render-text.ts';
import { renderWaiting } from './waiting.ts';

/** The kinds of parts that are drawn in the order in which they came. Sources are chips in the text and a list below it. */
type ShownPart = TextPart | ReasoningPart;

/** Where the next text comes: its element is there before. */
const NEXT_TEXT: TextPart = { type: 'text', text: '' };

/** The parts of an answer, in the order in which they came. */
export function renderParts(message: ChatMessage, options: AnswerTextOptions): unknown {
  const { strings } = options.chat;
  const isStreaming = message.status === 'streaming';
  const parts = shownParts(message);
  const last = parts.findLast(hasText);
  const isThinking = (part: ShownPart): boolean => isStreaming && part === last;
  return [
    parts.map((part) =>
      part.type === 'text'
        ? renderText({ text: part.text, message, isGrowing: isStreaming && part === parts.at(-1) }, options)
        : renderThoughts(part, isThinking(part), strings.current),
    ),
    isStreaming && !last ? renderWaiting(message, strings.current) : nothing,
  ];
}

/** With an empty text at the end where nothing else has an end. */
function shownParts({ parts, status }: ChatMessage): readonly ShownPart[] {
  const shown = parts.filter(isShown);
  const isOpen = status === 'streaming' || shown.length === 0;
  return isOpen && shown.at(-1)?.type !== 'text' ? [...shown, NEXT_TEXT] : shown;
}

function isShown(part: Part): part is ShownPart {
  return part.type === 'text' || part.type === 'reasoning';
}

function hasText({ text }: ShownPart): boolean {
  return text.trim() !== '';
}
