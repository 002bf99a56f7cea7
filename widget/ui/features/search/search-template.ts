import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { chatIcon, closeIcon, icon } from '../../base/icons.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import type { ElementStrings } from '../../strings/element-strings.ts';
import type { Choice } from './choices.ts';
import type { Finding } from './finder.ts';
import { keepFocus, renderResult } from './result-line.ts';
import { failureText } from './spoken-results.ts';

/** The data that the dialog is drawn from, except its field. */
export interface SearchView {
  readonly host: ChatHost;
  readonly strings: ElementStrings;
  readonly choices: readonly Choice[];
  /** The index of the line that Enter chooses. */
  readonly active: number;
  readonly finding: Finding;
  readonly text: string;
  /** Whether the panel is shown in the dialog instead of the results. */
  readonly isAnswer: boolean;
  readonly handleChoice: (choice: Choice, event: MouseEvent) => void;
  readonly handleHover: (index: number) => void;
  readonly handleRetry: () => void;
  /** Deletes the earlier searches. */
  readonly handleForget: () => void;
  readonly handleAgree: () => void;
  readonly handleClose: () => void;
  readonly handleBack: () => void;
  readonly handleToChat: () => void;
}

const backIcon = icon(svg`<path class="turns" d="M19 12H5M11 6l-6 6 6 6" />`);
const recentIcon = icon(svg`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.5V12l3 2" />`);

/** The id of a line's element. */
export function optionId(index: number): string {
  return `search-option-${index}`;
}

/** The results under the field, or the bar above an answer. */
export function renderSearch(view: SearchView): TemplateResult {
  if (view.isAnswer) return renderAnswerBar(view);
  return view.host.storage.isAllowed ? renderFound(view) : renderConsent(view);
}

function renderAnswerBar({ strings, handleBack, handleToChat, handleClose }: SearchView): TemplateResult {
  const { back, toChat, cancel } = strings.current;
  return html`<div class="search-answer-bar">
    <button
      class="search-button to-results"
      type="button"
      aria-label=${back}
      title=${back}
      @click=${handleBack}
    >
      ${backIcon}<span>${back}</span>
    </button>
    <button class="search-button to-chat" type="button" @click=${handleToChat}>
      ${chatIcon}<span>${toChat}</span>
    </button>
    <button class="search-button" type="button" aria-label=${cancel} title=${cancel} @click=${handleClose}>
      ${closeIcon}
    </button>
  </div>`;
}

function renderButton(look: string, label: string, handle: () => void): TemplateResult {
  return html`<button class="search-button ${look}" type="button" @click=${handle}>${label}</button>`;
}

function renderFound(view: SearchView): TemplateResult {
  const { choices, finding, strings, text } = view;
  const { results, recentSearches, deleteAll } = strings.current;
  const isRecent = choices[0]?.kind === 'recent';
  return html`${renderNote(view)}
    ${
      isRecent
        ? html`<div class="search-heading">
            <span id="search-recent">${recentSearches}</span>
            ${renderButton('search-forget', deleteAll, view.handleForget)}
          </div>`
        : nothing
    }
    <div
      id="search-results"
      class="search-results"
      part="search__results"
      role="listbox"
      aria-label=${isRecent && text === '' ? recentSearches : results}
      aria-busy=${String(finding.status === 'searching')}
      ?hidden=${choices.length === 0}
    >
      ${choices.map((choice, index) => renderChoice(choice, index, view))}
    </div>`;
}

/** A note: why there are no results, or that another spelling was searched for. */
function renderNote({ finding, strings, text, handleRetry }: SearchView): TemplateResult | typeof nothing {
  const { current } = strings;
  if (finding.status === 'failed')
    return html`<p class="search-note">
      <span>${failureText(finding, current)}</span>
      ${renderButton('search-retry', current.retry, handleRetry)}
    </p>`;
  if (finding.status === 'searching' && !finding.results)
    return html`<p class="search-note late">${current.searching}</p>`;
  if (finding.status !== 'found') return nothing;
  const { results, corrected } = finding.results;
  if (results.length === 0) return renderQuoting(current.noResults, text);
  return corrected ? renderQuoting(current.corrected, corrected) : nothing;
}

/** A sentence with the visitor's text inserted; the text may have any direction. */
function renderQuoting(words: string, text: string): TemplateResult {
  const [before, after] = words.split('{text}');
  return html`<p class="search-note"><span>${before}<bdi>${text}</bdi>${after}</span></p>`;
}

function renderChoice(choice: Choice, index: number, view: SearchView): TemplateResult {
  const { active, strings, handleChoice, handleHover } = view;
  const line = {
    id: optionId(index),
    isActive: index === active,
    handlePress: (event: MouseEvent) => handleChoice(choice, event),
    handleHover: () => handleHover(index),
  };
  if (choice.kind === 'result') return renderResult(choice, line);
  const isAsk = choice.kind === 'ask';
  const [before, after] = isAsk ? strings.current.askChat.split('{text}') : ['', ''];
  return html`<div
    id=${line.id}
    class="search-line ${choice.kind}"
    part=${isAsk ? 'search__ask' : 'search__result'}
    role="option"
    aria-selected=${String(line.isActive)}
    @mousedown=${keepFocus}
    @pointermove=${line.handleHover}
    @click=${line.handlePress}
  >
    ${isAsk ? chatIcon : recentIcon}<span class="search-words"
      >${before}<bdi>${choice.text}</bdi>${after}</span
    >
  </div>`;
}

function renderConsent({ host, strings, handleAgree }: SearchView): TemplateResult {
  const { consent, agreeToSearch, privacy } = strings.current;
  const link = linkAttributes(host.privacyUrl);
  return html`<p class="search-note">
    ${consent} ${link ? html`<a href=${link.href} rel=${link.rel} target="_blank">${privacy}</a>` : nothing}
    ${renderButton('search-retry', agreeToSearch, handleAgree)}
  </p>`;
}
