import { Directive, directive, type ElementPart } from 'lit/directive.js';
import type { MarkdownPolicy } from '../../markdown/index.ts';
import { noChange } from '../base/html.ts';
import { drawPlain, isPlain } from '../features/renderer/plain-text.ts';
import type { Renderer } from '../features/renderer/renderer.ts';

class GreetingDirective extends Directive {
  #drawn: string | undefined;

  override render(_text: string, _policy: MarkdownPolicy, _renderer: Renderer | undefined): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [text, policy, renderer]: Parameters<this['render']>): typeof noChange {
    if (text === this.#drawn || !(renderer || isPlain(text))) return noChange;
    const blocks = isPlain(text) ? drawPlain(text) : (renderer?.render(text, policy) ?? '');
    part.element.replaceChildren(blocks);
    this.#drawn = text;
    return noChange;
  }
}

/** Element directive: fills its element with sanitized markdown. Without a renderer it draws only plain words. */
export const greeting = directive(GreetingDirective);
