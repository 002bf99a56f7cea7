import { FORMS, type Configuration, type Form } from '../../build/snippets/forms.ts';
import { find, findAll } from '../find.ts';

/** The tabs with the code for each kind of site: arrow keys go from one to the next. */
export class SnippetTabs {
  readonly #tabs: readonly HTMLButtonElement[];
  readonly #panel: HTMLElement;
  #configuration: Configuration | undefined;
  #chosen = 0;

  constructor(root: HTMLElement) {
    this.#tabs = findAll('[role=tab]', root);
    this.#panel = find('[role=tabpanel]', root);
    for (const [index, tab] of this.#tabs.entries()) {
      tab.addEventListener('click', () => this.#choose(index));
      tab.addEventListener('keydown', (event) => this.#handleKey(event, index));
    }
  }

  show(configuration: Configuration): void {
    this.#configuration = configuration;
    this.#draw();
  }

  #handleKey(event: KeyboardEvent, index: number): void {
    const last = this.#tabs.length - 1;
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = (target + this.#tabs.length) % this.#tabs.length;
    this.#choose(next);
    this.#tabs[next]?.focus();
  }

  #choose(index: number): void {
    this.#chosen = index;
    for (const [other, tab] of this.#tabs.entries()) {
      tab.ariaSelected = String(other === index);
      tab.tabIndex = other === index ? 0 : -1;
    }
    this.#panel.setAttribute('aria-labelledby', this.#tabs[index]?.id ?? '');
    this.#draw();
  }

  #draw(): void {
    const form = FORMS[this.#chosen];
    if (!form || !this.#configuration) return;
    const note = document.createElement('p');
    note.textContent = form.note;
    this.#panel.replaceChildren(note, ...figures(form, this.#configuration));
  }
}

function figures(form: Form, configuration: Configuration): readonly HTMLElement[] {
  return form.snippets(configuration).map(({ file, code }, index) => {
    const figure = document.createElement('figure');
    figure.className = 'snippet';
    const text = Object.assign(document.createElement('code'), { id: `snippet-${index}`, textContent: code });
    const block = Object.assign(document.createElement('pre'), {
      tabIndex: 0,
      ariaLabel: file ?? form.title,
    });
    block.append(text);
    const copy = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'button copy',
      textContent: 'Copy',
    });
    copy.dataset['copy'] = text.id;
    const caption = Object.assign(document.createElement('figcaption'), { textContent: file ?? '' });
    figure.append(...(file === undefined ? [] : [caption]), block, copy);
    return figure;
  });
}
