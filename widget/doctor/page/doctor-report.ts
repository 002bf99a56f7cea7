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

/** Shows the findings on the page and in the console. The texts are only in English, because they are for developers. */
export class DoctorReport {
  readonly #list = createElement('div', { role: 'status' });
  readonly #progress = createElement('div', { role: 'status', 'data-progress': '' });
  readonly #section = createElement('section', { 'aria-label': 'Check of the chat', lang: 'en', dir: 'ltr' });
  readonly #host = createElement('div', { id: 'cf-ai-chat-doctor' });

  /** `askQuestion` is called when somebody presses the button; without it there is no button. */
  constructor(askQuestion?: () => Promise<readonly Finding[]>) {
    this.#section.append(createElement('h2', {}, 'Check of <cf-ai-chat>'), this.#list, this.#progress);
    if (askQuestion) this.#section.append(...this.#createQuestion(askQuestion));
    const root = this.#host.attachShadow({ mode: 'open' });
    addStyles(root, styles);
    root.append(this.#section);
    document.body.append(this.#host);
  }

  /** Shows what is being examined until its findings are known, and then adds these. */
  async show(subject: string, examination: Promise<readonly Finding[]>): Promise<void> {
    this.#progress.textContent = `… ${subject}: this takes ${TIME_LIMIT_MS / 1000} seconds at most a step.`;
    try {
      this.#add(subject, await examination);
    } finally {
      this.#progress.textContent = '';
    }
  }

  /** Adds the findings, or a line that nothing is wrong. */
  #add(subject: string, findings: readonly Finding[]): void {
    if (findings.length === 0) this.#list.append(createElement('p', {}, `✔ ${subject}: nothing is wrong.`));
    for (const { code, problem, remedy } of findings) {
      this.#list.append(createElement('p', { 'data-code': code }, `✖ ${code}: ${problem} ${remedy}`));
      // oxlint-disable-next-line no-console -- the page's address asks for this output
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
