import type { SearchResults } from '../../../protocol/search-results.ts';
import { SYSTEM_CLOCK } from '../../../transport/clock.ts';
import { addStyles } from '../../base/css.ts';
import { render } from '../../base/html.ts';
import { isInputMethodKey } from '../../base/press.ts';
import { readLines } from '../../base/read-lists.ts';
import type { SearchDialog } from '../../element/chat-panel.ts';
import { CfAiChatResultEvent } from '../../element/search-events.ts';
import type { Chat } from '../../feature/chat.ts';
import { drawLanguage } from '../../frame/draw-language.ts';
import { AnswerStage } from './answer-stage.ts';
import { type Choice, listChoices } from './choices.ts';
import { Finder } from './finder.ts';
import { isQuestion } from './is-question.ts';
import { RecentSearches } from './recent-searches.ts';
import { optionId, renderSearch } from './search-template.ts';
import { searchStyles } from './search.styles.ts';
import { SiteIndex } from './site-index.ts';
import { SpokenResults } from './spoken-results.ts';

/** Longest text that our Worker searches for. */
const MAX_QUERY_CHARACTERS = 200;

/** Milliseconds per second: `retryAfter` is in seconds. */
const SECOND_MS = 1_000;

/** The search dialog of a panel: results while the visitor types, and a line that asks the chat. */
export class Search {
  readonly #chat: Chat;
  readonly #finder: Finder;
  readonly #recent: RecentSearches;
  readonly #spoken: SpokenResults;
  #dialog: SearchDialog | undefined;
  #stage: AnswerStage | undefined;
  /** The index of the line that Enter chooses. */
  #active = 0;
  /** Whether the visitor has selected that line with an arrow key or the mouse. */
  #isMarked = false;
  /** Whether Enter was pressed before the results for the last letters had arrived. */
  #isEnterPending = false;

  constructor(chat: Chat) {
    this.#chat = chat;
    const index = new SiteIndex(chat.host);
    this.#finder = new Finder(
      (text, signal) => this.#find(index, text, signal),
      () => this.#handleFound(),
      SYSTEM_CLOCK,
    );
    this.#recent = new RecentSearches(chat.host);
    this.#spoken = new SpokenResults(chat.strings);
    addStyles(chat.host.renderRoot as ShadowRoot, searchStyles);
    addEventListener('online', () => this.#finder.retry(), { signal: chat.signal });
  }

  /** Fills the open dialog, and searches for the text in its field. */
  open(dialog: SearchDialog): void {
    if (this.#dialog !== dialog) this.#attach(dialog);
    this.#mark(0, false);
    this.#finder.search(this.#text);
    this.#draw();
  }

  #attach(dialog: SearchDialog): void {
    const { host, signal } = this.#chat;
    this.#dialog = dialog;
    this.#stage = new AnswerStage(this.#chat, dialog, () => this.#draw());
    dialog.view.replaceChildren();
    dialog.dialog.append(this.#spoken.region);
    const { field } = dialog;
    field.addEventListener('input', () => this.#handleInput(), { signal });
    field.addEventListener('keydown', (event) => this.#handleKeydown(event), { signal });
    dialog.dialog.addEventListener('close', () => this.#finder.stop(), { signal });
    signal.addEventListener('abort', () => {
      dialog.close();
      this.#spoken.region.remove();
    });
    host.requestUpdate();
  }

  /** The text to search for. A blank at the end means that the last word is complete. */
  get #text(): string {
    return this.#dialog?.field.value.trimStart().replaceAll(/\s+/g, ' ') ?? '';
  }

  get #canAsk(): boolean {
    const { disabled, endpoint, transport } = this.#chat.host;
    return !disabled && (endpoint !== '' || transport !== undefined);
  }

  get #choices(): readonly Choice[] {
    const { host, strings } = this.#chat;
    const text = this.#text.trim();
    const { finding } = this.#finder;
    const results = 'results' in finding ? finding.results : undefined;
    const hasNothing = finding.status !== 'searching' && !results?.results.length;
    return listChoices({
      text,
      results,
      canAsk: this.#canAsk,
      isQuestion: hasNothing || isQuestion(text, strings.current),
      recent: this.#recent.read(),
      suggestions: readLines(host.suggestions),
    });
  }

  async #find(index: SiteIndex, text: string, signal: AbortSignal): Promise<SearchResults | undefined> {
    // Nothing may be sent without consent.
    return this.#chat.host.storage.isAllowed
      ? index.find(text.slice(0, MAX_QUERY_CHARACTERS), signal)
      : undefined;
  }

  #handleInput(): void {
    this.#mark(0, false);
    this.#isEnterPending = false;
    this.#finder.search(this.#text);
    this.#draw();
  }

  #handleFound(): void {
    const { finding } = this.#finder;
    if (!this.#isMarked) this.#active = 0;
    this.#draw();
    this.#spoken.tell(finding, this.#text.trim());
    if (finding.status === 'failed' && finding.error.retryAfter)
      SYSTEM_CLOCK.after(finding.error.retryAfter * SECOND_MS, () => this.#finder.retry());
    if (finding.status === 'searching') return;
    const hasResults = finding.status === 'found' && finding.results.results.length > 0;
    // Enter was meant for a result: if there is none, it must not ask the chat.
    if (this.#isEnterPending && hasResults) this.#choose();
    this.#isEnterPending = false;
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (isInputMethodKey(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) this.#move(step);
    else if (event.key === 'Enter') this.#handleEnter(event);
    else return;
    event.preventDefault();
  }

  #move(step: number): void {
    const count = this.#choices.length;
    if (count === 0) return;
    this.#mark((this.#active + step + count) % count);
    this.#draw();
    this.#activeLine?.scrollIntoView({ block: 'nearest' });
  }

  #handleEnter(event: KeyboardEvent): void {
    const { strings } = this.#chat;
    const isWaiting = this.#finder.finding.status === 'searching' && !this.#isMarked;
    // The results are not known yet. A question is asked at once, because it needs no results.
    if (isWaiting && !isQuestion(this.#text, strings.current)) this.#isEnterPending = true;
    else this.#choose(event);
  }

  #mark(index: number, isMarked = true): void {
    this.#active = index;
    this.#isMarked = isMarked;
  }

  /** Chooses the selected line. With Ctrl or Command the browser opens a page in a new tab. */
  #choose({ ctrlKey = false, metaKey = false, shiftKey = false }: Partial<KeyboardEvent> = {}): void {
    this.#activeLine?.dispatchEvent(
      new MouseEvent('click', {
        bubbles: true,
        cancelable: true,
        composed: true,
        ctrlKey,
        metaKey,
        shiftKey,
      }),
    );
  }

  get #activeLine(): HTMLElement | null | undefined {
    return this.#dialog?.view.querySelector<HTMLElement>(`#${optionId(this.#active)}`);
  }

  #handleChoice(choice: Choice, event: MouseEvent): void {
    if (choice.kind === 'result') this.#follow(choice, event);
    else if (choice.kind === 'ask') this.#ask(choice.text);
    else this.#type(choice.text);
  }

  /** Opens a result, unless the page handles the event itself. */
  #follow({ page, heading, position }: Choice & { kind: 'result' }, event: MouseEvent): void {
    const text = this.#text.trim();
    this.#recent.add(text);
    const { href } = new URL((heading ?? page).url, document.baseURI);
    const hasStoredData = this.#chat.host.dispatchEvent(new CfAiChatResultEvent(href, position, text));
    if (!hasStoredData) event.preventDefault();
    // The dialog stays open for a visitor who opens results in new tabs.
    if (!hasStoredData || !(event.ctrlKey || event.metaKey || event.shiftKey)) this.#dialog?.close();
  }

  #ask(text: string): void {
    if (this.#text.trim() === text) this.#recent.add(text);
    this.#stage?.ask(text);
  }

  #type(text: string): void {
    if (!this.#dialog) return;
    const { field } = this.#dialog;
    field.value = text;
    field.focus();
    this.#handleInput();
  }

  #draw(): void {
    if (!this.#dialog) return;
    const { host, strings } = this.#chat;
    const { current } = strings;
    const choices = this.#choices;
    this.#active = Math.min(this.#active, Math.max(0, choices.length - 1));
    this.#nameField(this.#dialog, choices.length > 0 && host.storage.isAllowed && !this.#stage?.isShown);
    const view = renderSearch({
      host,
      strings,
      choices,
      active: this.#active,
      finding: this.#finder.finding,
      text: this.#text.trim(),
      isAnswer: this.#stage?.isShown ?? false,
      handleChoice: (choice, event) => this.#handleChoice(choice, event),
      handleHover: (index) => this.#handleHover(index),
      handleRetry: () => this.#handleRetry(),
      handleForget: () => this.#handleForget(),
      handleAgree: () => this.#handleAgree(),
      handleClose: () => this.#dialog?.close(),
      handleBack: () => this.#stage?.leave(),
      handleToChat: () => this.#stage?.toChat(),
    });
    render(view, this.#dialog.view);
    drawLanguage(this.#dialog.dialog, host.lang, strings.stringsLanguage);
    this.#dialog.dialog.ariaLabel = current.search;
  }

  #nameField({ field, cancel }: SearchDialog, isExpanded: boolean): void {
    const { search, searchOrAsk } = this.#chat.strings.current;
    const attributes = {
      role: 'combobox',
      'aria-label': search,
      'aria-autocomplete': 'list',
      'aria-expanded': String(isExpanded),
      placeholder: this.#canAsk ? searchOrAsk : `${search}…`,
    };
    const reached = { 'aria-controls': 'search-results', 'aria-activedescendant': optionId(this.#active) };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    for (const [name, value] of Object.entries(reached))
      if (isExpanded) field.setAttribute(name, value);
      else field.removeAttribute(name);
    field.dir = field.value ? 'auto' : '';
    cancel.ariaLabel = this.#chat.strings.current.cancel;
  }

  #handleHover(index: number): void {
    if (index === this.#active) return;
    this.#mark(index);
    this.#draw();
  }

  #handleRetry(): void {
    this.#dialog?.field.focus();
    this.#finder.retry();
  }

  #handleForget(): void {
    this.#recent.clear();
    this.#dialog?.field.focus();
    this.#draw();
  }

  #handleAgree(): void {
    this.#chat.host.storage.allow();
    this.#dialog?.field.focus();
    this.#finder.search('');
    this.#handleInput();
  }
}
