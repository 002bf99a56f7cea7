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

/** The ways to draw a growing text that are compared. */
export const RENDERERS = {
  /** This project, as its panel uses it: text is pushed, and drawn in a frame of its own choice. */
  ours: (box) => {
    const stream = new MarkdownStream(box);
    return (piece, isLast) => {
      stream.push(piece);
      if (isLast) stream.end();
    };
  },
  /** The same, drawn for each piece at once: without the share of time that limits drawing. */
  'ours, every token': (box) => {
    const stream = new MarkdownStream(box);
    return (piece, isLast) => {
      stream.push(piece);
      stream.flush();
      if (isLast) stream.end();
    };
  },
  /** What most chats do: everything, again, every frame. */
  naive: (box) => {
    let all = '';
    return (piece) => {
      all += piece;
      box.innerHTML = DOMPurify.sanitize(marked.parse(all, { async: false }));
    };
  },
  /** Appends only; not safe, and most of markdown comes out wrong. */
  'streaming-markdown': (box) => {
    const state = parser(default_renderer(box));
    return (piece, isLast) => {
      parser_write(state, piece);
      if (isLast) parser_end(state);
    };
  },
  /** Lexes everything every frame, draws and sanitizes only the blocks that changed. */
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
  /** A bare `<div>` per line of the source: what the browser takes for any growing text. */
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
