import type { Settings, Source } from '../../build/snippets/tags.ts';
import { checkAddress } from '../../../widget/doctor/check-address.ts';
import { find, findAll } from '../find.ts';
import { fromAddress, isToken, readForm, toAddress, writeForm, type Values } from './configuration.ts';
import { readPreset } from './presets.ts';
import { Preview } from './preview.ts';
import { SnippetTabs } from './snippet-tabs.ts';

/** Makes the form, the preview, the snippets and the address of the page show the same configuration. */
export function start(section: HTMLElement): void {
  new Configurator(section).restore();
}

class Configurator {
  readonly #form: HTMLFormElement;
  readonly #preview: Preview;
  readonly #tabs: SnippetTabs;
  readonly #pin: HTMLInputElement;
  readonly #answer: HTMLInputElement;
  readonly #forAuthors: ReadonlySet<string>;

  constructor(section: HTMLElement) {
    this.#form = find<HTMLFormElement>('form', section);
    this.#preview = new Preview(find('#stage', section));
    this.#tabs = new SnippetTabs(find('#snippets', section));
    this.#pin = find<HTMLInputElement>('#pin', section);
    this.#answer = find<HTMLInputElement>('#with-answer', section);
    this.#forAuthors = new Set(
      findAll<HTMLElement>('[data-authors]', this.#form).map((control) => control.getAttribute('name') ?? ''),
    );
    this.#form.addEventListener('input', (event) => this.#handleInput(event));
    // When the field is left, and not with each letter: an address is wrong until it is typed to its end.
    this.#form.addEventListener('change', () => this.#form.reportValidity());
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    find('#to-defaults', section).addEventListener('click', () => this.#apply({}));
    for (const toggle of [this.#pin, this.#answer]) toggle.addEventListener('change', () => this.#update());
    for (const button of findAll('[data-stage]', section))
      button.addEventListener('click', () => this.#chooseStage(button));
    for (const button of findAll('[data-preset]', section))
      button.addEventListener('click', () => this.#apply(this.#withPreset(button.dataset['preset'] ?? '')));
  }

  /** Reads the configuration from the address of the page, and from controls that were changed before this script was loaded. */
  restore(): void {
    this.#preview.choose('light');
    this.#apply({ ...fromAddress(this.#form, location.href), ...readForm(this.#form) });
  }

  #handleInput({ target }: Event): void {
    if (target instanceof HTMLInputElement && target.matches('[data-picks]')) {
      const text = target.previousElementSibling;
      if (text instanceof HTMLInputElement) text.value = target.value;
    }
    this.#update();
  }

  #chooseStage(button: HTMLButtonElement): void {
    for (const other of button.parentElement?.children ?? []) other.ariaPressed = String(other === button);
    const { stage = '', brand } = button.dataset;
    this.#preview.choose(stage);
    if (brand !== undefined) this.#apply(this.#withPreset(brand));
  }

  /** A preset replaces all custom properties and leaves the attributes. */
  #withPreset(name: string): Values {
    const attributes = Object.entries(readForm(this.#form)).filter(([key]) => !isToken(key));
    return { ...Object.fromEntries(attributes), ...readPreset(name) };
  }

  #apply(values: Values): void {
    writeForm(this.#form, values);
    for (const group of this.#form.querySelectorAll('details'))
      if (Object.keys(values).some((name) => group.querySelector(`[name="${name}"]`))) group.open = true;
    this.#update();
  }

  #update(): void {
    const values = readForm(this.#form);
    history.replaceState(history.state, '', toAddress(values, this.#form, location.href));
    this.#preview.show(values, this.#answer.checked);
    const entries = Object.entries(values).filter(([name]) => name !== 'endpoint' || this.#isEndpoint());
    const settings: Settings = Object.fromEntries(entries.filter(([name]) => !isToken(name)));
    const tokens: Settings = Object.fromEntries(entries.filter(([name]) => isToken(name)));
    this.#tabs.show({ source: this.#source(), settings, tokens, forAuthors: this.#forAuthors });
  }

  /** Whether the text in the field is an address. If not, the field shows why. */
  #isEndpoint(): boolean {
    const field = find<HTMLInputElement>('[name=endpoint]', this.#form);
    const finding = checkAddress('endpoint', field.value, new URL(location.href));
    const isWrong = field.value !== '' && finding !== undefined && finding.code !== 'placeholder';
    field.setCustomValidity(isWrong ? `${finding.problem} ${finding.remedy}` : '');
    return !isWrong;
  }

  #source(): Source {
    const { version, integrity } = JSON.parse(find('#release').textContent) as {
      version: string;
      integrity: string;
    };
    if (!this.#pin.checked) return { src: new URL('/cf-ai-chat.js', location.href).href };
    return { src: new URL(`/v/${version}/cf-ai-chat.js`, location.href).href, integrity };
  }
}
