import type { Gesture } from './gestures.ts';

/** An input source with its actions: https://www.w3.org/TR/webdriver2/#actions */
type InputSource = Readonly<Record<string, unknown>>;

/** A key's name in WebDriver: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
};

const BUTTONS = ['left', 'middle', 'right'];

/** Keyboard, mouse and wheel of a browser under WebDriver. The methods have the names that the test runner's commands call. */
export class WebdriverInput {
  readonly #perform: (source: InputSource) => Promise<unknown>;
  #sourceCount = 0;

  /** `perform` sends one input source with its actions to the browser. */
  constructor(perform: (source: InputSource) => Promise<unknown>) {
    this.#perform = perform;
  }

  async performGesture(gesture: Gesture): Promise<void> {
    if (gesture.type === 'key') return this.#press(gesture.key);
    // WebDriver takes whole pixels only.
    const [x, y, deltaY] = [gesture.x, gesture.y, gesture.deltaY].map(Math.round);
    await this.#perform({
      type: 'wheel',
      id: this.#newId(),
      actions: [{ type: 'scroll', x, y, deltaX: 0, deltaY }],
    });
  }

  async sendKeys(_sessionId: string, keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#press(key);
  }

  async sendMouseMove(_sessionId: string, x: number, y: number): Promise<void> {
    await this.#move({ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) });
  }

  async sendMouseDown(_sessionId: string, button = 'left'): Promise<void> {
    await this.#move({ type: 'pointerDown', button: BUTTONS.indexOf(button) });
  }

  async sendMouseUp(_sessionId: string, button = 'left'): Promise<void> {
    await this.#move({ type: 'pointerUp', button: BUTTONS.indexOf(button) });
  }

  async sendMouseClick(sessionId: string, x: number, y: number, button = 'left'): Promise<void> {
    await this.sendMouseMove(sessionId, x, y);
    await this.sendMouseDown(sessionId, button);
    await this.sendMouseUp(sessionId, button);
  }

  async resetMouse(sessionId: string): Promise<void> {
    for (const button of BUTTONS) await this.sendMouseUp(sessionId, button);
    await this.sendMouseMove(sessionId, 0, 0);
  }

  async #press(key: string): Promise<void> {
    const value = KEYS[key] ?? key;
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
    await this.#perform({ type: 'key', id: this.#newId(), actions });
  }

  /** All calls share one mouse, because its position and its pressed buttons last. */
  async #move(action: InputSource): Promise<void> {
    await this.#perform({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [action],
    });
  }

  /**
   * Uses a new wheel for each step. For a wheel that has scrolled before, WebKitGTK 2.50 scrolls by the difference to its last step:
   * -6 and again -6 scroll by -6 and by 0.
   */
  #newId(): string {
    return `source-${this.#sourceCount++}`;
  }
}
