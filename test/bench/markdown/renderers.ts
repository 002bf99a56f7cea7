import DOMPurify from 'dompurify';
import { marked, type Token } from 'marked';
import {
  default_renderer,
  parser,
  parser_end,
  parser_write,
} from '../../fixtures/baselines/streaming-markdown.ts';
import { MarkdownStream } from '../../../widget/markdown/index.ts';

/** Draws the next piece of a text. */
type Draw = (piece: string, isLast: boolean) => void;

/** The compared ways to draw a growing text. */
export const RENDERERS = {
  /** Our renderer as the panel uses it: it chooses the frames in which it draws pushed text. */
  ours: (box) => {
    const stream = new MarkdownStream(box);
    return (piece, isLast) => {
      stream.push(piece);
      if (isLast) stream.end();
    };
  },
  /** Our renderer, forced to draw each piece at once. Usually it limits the share of time for drawing. */
  'ours, every token': (box) => {
    const stream = new MarkdownStream(box);
    return (piece, isLast) => {
      stream.push(piece);
      stream.flush();
      if (isLast) stream.end();
    };
  },
  /** As in most chats: parses, sanitizes and draws the whole text again in every frame. */
  naive: (box) => {
    let all = '';
    return (piece) => {
      all += piece;
      box.innerHTML = DOMPurify.sanitize(marked.parse(all, { async: false }));
    };
  },
  /** A package that only appends nodes. It does not sanitize, and draws much of markdown wrong. */
  'streaming-markdown': (box) => {
    const state = parser(default_renderer(box));
    return (piece, isLast) => {
      parser_write(state, piece);
      if (isLast) parser_end(state);
    };
  },
  /** Lexes the whole text in every frame, but draws and sanitizes only changed blocks. */
  'block cache': (box) => {
    const drawn: string[] = [];
    let all = '';
    return (piece) => {
      all += piece;
      for (const [index, { raw }] of blocksOf(all).entries()) {
        if (drawn[index] === raw) continue;
        const block = box.children[index] ?? box.appendChild(document.createElement('div'));
        block.innerHTML = DOMPurify.sanitize(marked.parse(raw, { async: false }));
        drawn[index] = raw;
      }
    };
  },
  /** One `<div>` per line of the source, without markdown: the least that a browser needs for a growing text. */
  floor: (box) => {
    let line = box.appendChild(document.createElement('div'));
    return (piece) => {
      for (const [index, part] of piece.split('\n').entries()) {
        if (index > 0) line = box.appendChild(document.createElement('div'));
        if (line.firstChild instanceof Text) line.firstChild.appendData(part);
        else line.append(part);
      }
    };
  },
} satisfies Record<string, (box: HTMLElement) => Draw>;

export type RendererName = keyof typeof RENDERERS;

function blocksOf(text: string): Token[] {
  return marked.lexer(text).filter(({ type }) => type !== 'space');
}
