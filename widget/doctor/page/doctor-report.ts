import { createElement } from '../../ui/base/launcher.ts';
import { addStyles, css } from '../../ui/base/css.ts';
import { TIME_LIMIT_MS } from '../endpoint-findings.ts';
import type { Finding } from '../finding.ts';

const styles = css`
  :host {
    all: initial !important;
  }
  section {
    position: fixed;
    inset: 16px auto auto 16px;
    z-index: 2147483001;
    box-sizing: border-box;
    max-width: min(480px, calc(100vw - 32px));
    max-height: calc(100vh - 32px);
    overflow: auto;
    padding: 16px;
    border: 2px solid CanvasText;
    border-radius: 8px;
    background: Canvas;
    color: CanvasText;
    font:
      14px/1.5 system-ui,
      sans-serif;
  }
  h2 {
    margin: 0 0 8px;
    font-size: 16px;
  }
  p {
    margin: 0 0 8px;
  }
  button {
    min-height: 32px;
    font: inherit;
  }
`;

/** The findings, on the page and in the console. Its words are for developers and therefore English only. */
export class DoctorReport {
  readonly #list = createElement('div', { role: 'status' });
  readonly #progress = createElement('div', { role: 'status', 'data-progress': '' });
  readonly #section = createElement('section', { 'aria-label': 'Check of the chat', lang: 'en', dir: 'ltr' });
  readonly #host = createElement('div', { id: 'cf-ai-chat-doctor' });

  /** `askQuestion` is called when somebody asks for it; without it there is nothing to ask. */
  constructor(askQuestion?: () => Promise<readonly Finding[]>) {
    this.#section.append(createElement('h2', {}, 'Check of <cf-ai-chat>'), this.#list, this.#progress);
    if (askQuestion) this.#section.append(...this.#createQuestion(askQuestion));
    const root = this.#host.attachShadow({ mode: 'open' });
    addStyles(root, styles);
    root.append(this.#section);
    document.body.append(this.#host);
  }

  /** Shows the subject of an examination until its findings come, and then adds them. */
  async show(subject: string, examination: Promise<readonly Finding[]>): Promise<void> {
    this.#progress.textContent = `… ${subject}: this takes ${TIME_LIMIT_MS / 1000} seconds at most a step.`;
    try {
      this.#add(subject, await examination);
    } finally {
      this.#progress.textContent = '';
    }
  }

  /** Adds findings, or that there are none. */
  #add(subject: string, findings: readonly Finding[]): void {
    if (findings.length === 0) this.#list.append(createElement('p', {}, `✔ ${subject}: nothing is wrong.`));
    for (const { code, problem, remedy } of findings) {
      this.#list.append(createElement('p', { 'data-code': code }, `✖ ${code}: ${problem} ${remedy}`));
      // oxlint-disable-next-line no-console -- this was asked for, by the page's address
      console.warn(`<cf-ai-chat>: ${code}: ${problem} ${remedy}`);
    }
  }

  #createQuestion(askQuestion: () => Promise<readonly Finding[]>): readonly HTMLElement[] {
    const hint = createElement(
      'p',
      {},
      'The endpoint has not been asked: a test question shows whether it answers.',
    );
    const button = createElement('button', { type: 'button' }, 'Send a test question');
    const handleClick = async (): Promise<void> => {
      hint.remove();
      button.disabled = true;
      await this.show('The endpoint', askQuestion());
      button.disabled = false;
    };
    button.addEventListener('click', () => void handleClick());
    return [hint, button];
  }
}
