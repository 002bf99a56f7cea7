import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { formatCount } from '../../words/format-count.ts';
import type { Strings } from '../../words/strings.ts';
import type { CopyFormat } from './copy-answer.ts';

/** How copying an answer went. */
export interface CopyState {
  readonly format: CopyFormat;
  readonly isCopied: boolean;
}

/** What the row under an answer shows, and the handlers of its controls. */
export interface ActionsRowView {
  readonly strings: Strings;
  readonly renderVersions: () => unknown;
  readonly sourceCount: number;
  readonly isSourcesOpen: boolean;
  /** What was copied a moment ago. */
  readonly copy: CopyState | undefined;
  readonly canRegenerate: boolean;
  readonly isDisabled: boolean;
  readonly renderThumbs: () => unknown;
  /** Its thumbs say something: they stay in sight. */
  readonly isRated: boolean;
  /** A sign that the sources may be opened soon. */
  readonly handleSourcesIntent: () => void;
  readonly handleSources: (event: Event) => void;
  /** A sign that the answer may be copied soon. */
  readonly handleIntent: () => void;
  readonly handleCopy: (format: CopyFormat) => void;
  readonly handleRegenerate: () => void;
}

const COPY = icon(svg`<path d="M9 9h11v11H9zM15 9V4H4v11h5" />`);
const DONE = icon(svg`<path d="m5 13 4.5 4.5L19 7" />`);
const AGAIN = icon(
  svg`<path d="M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5" />`,
);
const PENCIL = icon(svg`<path d="M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19z" />`);

/** Sources, copy, answer again and thumbs, in one row of fixed height. */
export function renderActionsRow(view: ActionsRowView): TemplateResult {
  const { strings, copy, isRated, isDisabled, handleRegenerate } = view;
  const again = { label: strings.regenerate, sign: AGAIN, isDisabled, handle: handleRegenerate };
  const isShown = isRated || copy !== undefined;
  return html`<div class="actions-row">
    ${view.sourceCount > 0 ? sourcesToggle(view) : nothing} ${view.renderVersions()}
    <div class="tools ${isShown ? 'shown' : ''}" part="actions">
      ${copyButton(view)} ${copy?.isCopied && copy.format === 'rich' ? markdownButton(view) : nothing}
      ${view.canRegenerate ? tool(again) : nothing} ${view.renderThumbs()}
    </div>
  </div>`;
}

function sourcesToggle(view: ActionsRowView): TemplateResult {
  const { strings, handleSourcesIntent } = view;
  return html`<button
    class="sources-toggle"
    part="sources-toggle"
    type="button"
    aria-expanded=${view.isSourcesOpen ? 'true' : 'false'}
    @pointerenter=${handleSourcesIntent}
    @focus=${handleSourcesIntent}
    @click=${view.handleSources}
  >
    ${formatCount(strings.sourceCount, view.sourceCount, strings.locale)}
  </button>`;
}

/** Copies for a document, and as plain text for everything else. */
function copyButton({ strings, copy, handleCopy, handleIntent }: ActionsRowView): TemplateResult {
  const isDone = copy?.isCopied === true;
  const label = copy ? (isDone ? strings.copied : strings.copyFailed) : strings.copyAnswer;
  return html`<button
    class="quiet tool ${copy && !isDone ? 'failed' : ''}"
    type="button"
    title=${label}
    aria-label=${label}
    @pointerenter=${handleIntent}
    @focus=${handleIntent}
    @click=${() => handleCopy('rich')}
  >
    ${isDone ? DONE : COPY}
  </button>`;
}

/** For those who wanted the source: offered right after the other. */
function markdownButton({ strings, handleCopy }: ActionsRowView): TemplateResult {
  return html`<button class="instead" type="button" @click=${() => handleCopy('markdown')}>
    ${strings.copyMarkdown}
  </button>`;
}

/** Opens a question for editing. */
export function renderEditTool(label: string, handle: () => void, isDisabled: boolean): TemplateResult {
  return tool({ label, sign: PENCIL, isDisabled, handle, name: 'edit-question' });
}

/** A button with a sign. */
interface Tool {
  readonly label: string;
  readonly sign: TemplateResult;
  readonly isDisabled: boolean;
  readonly handle: () => void;
  /** Its class. */
  readonly name?: string;
}

function tool({ label, sign, isDisabled, handle, name = '' }: Tool): TemplateResult {
  return html`<button
    class="quiet tool ${name}"
    type="button"
    title=${label}
    aria-label=${label}
    ?disabled=${isDisabled}
    @click=${handle}
  >
    ${sign}
  </button>`;
}
