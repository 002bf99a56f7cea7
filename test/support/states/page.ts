import { sampleIn } from './samples.ts';
import { type Driver, Stage } from './stage.ts';
import { showState, STATES } from './states.ts';

declare const driver: Driver;

const stage = new Stage(sampleIn(document.documentElement.lang), {
  hover: (x, y) => driver.hover(x, y),
  press: (key) => driver.press(key),
});

/** The functions of the page that a test or a benchmark calls. */
export const page = {
  names: Object.keys(STATES),
  show: (name: string): Promise<void> => showState(stage, name),
};

Object.assign(globalThis, { states: page });
