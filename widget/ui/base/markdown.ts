import { noChange } from './html.ts';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { type MarkdownPolicy, renderMarkdown } from '../../markdown/index.ts';

class MarkdownDirective extends Directive {
  #text: string | undefined;

  override render(_text: string, _policy: MarkdownPolicy): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [text, policy]: Parameters<this['render']>): typeof noChange {
    if (text !== this.#text) part.element.replaceChildren(renderMarkdown(text, policy));
    this.#text = text;
    return noChange;
  }
}

/** Element directive: fills the element it stands on with sanitized markdown. */
export const markdown = directive(MarkdownDirective);
