import type { OwnFigures } from '../../demo/build/site/figures.ts';
import type { Sizes } from './sizes.ts';

/** How far a figure of the demo page may be from the measured one, so that not every change has to write it anew. */
const TOLERANCE = 0.05;

/** What the demo page says of our sizes. */
export function toOwnFigures(version: string, { files }: Sizes): OwnFigures {
  const [script] = files;
  return {
    version,
    pageLoadBytes: script?.bytes ?? 0,
    answerBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Throws when the demo page says something else than was measured. */
export function checkOwnFigures(shown: OwnFigures, measured: OwnFigures): void {
  for (const name of ['pageLoadBytes', 'answerBytes'] as const) {
    const difference = Math.abs(shown[name] - measured[name]) / measured[name];
    if (difference > TOLERANCE)
      throw new Error(
        `${name} is ${measured[name]}, demo/figures.json says ${shown[name]}: run npm run figures`,
      );
  }
}
