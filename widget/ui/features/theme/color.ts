/** Red, green and blue from 0 to 1, in sRGB. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [1, 1, 1];

/**
 * Parses a computed colour such as `color(srgb 1 0.5 0 / 0.8)` or `rgb(255 128 0)`; undefined for other notations.
 *
 * @param behind the colour behind one that is not opaque
 */
export function parseColor(computed: string, behind: Rgb = WHITE): Rgb | undefined {
  const [, notation, values = ''] = /^(color\(srgb |rgba?\()(.*)\)$/.exec(computed) ?? [];
  if (notation === undefined) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (values.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  const unit = notation.startsWith('rgb') ? 255 : 1;
  return mix(behind, [red / unit, green / unit, blue / unit], alpha);
}

/** The colour as CSS. */
export function formatColor(color: Rgb): string {
  return `rgb(${color.map((channel) => Math.round(channel * 255)).join(' ')})`;
}

/** A colour between two others; `share` is the part of the second one. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
  return [at(0), at(1), at(2)];
}

/** Contrast ratio of two colours, from 1 to 21, see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever has more contrast on a surface. */
export function inkOn(surface: Rgb): Rgb {
  return contrast(BLACK, surface) > contrast(WHITE, surface) ? BLACK : WHITE;
}

/** The colour nearest to `wanted` that has the contrast on all surfaces; if there is none, black or white. */
export function readableOn(wanted: Rgb, surfaces: readonly [Rgb, ...Rgb[]], ratio: number): Rgb {
  const ink = inkOn(surfaces[0]);
  for (let step = 0; step < STEPS; step++) {
    const color = rounded(mix(wanted, ink, step / STEPS));
    if (surfaces.every((surface) => contrast(color, surface) >= ratio)) return color;
  }
  return ink;
}

const STEPS = 32;

/** The colour rounded to 255 steps, as it is painted: its contrast differs slightly. */
export function rounded(color: Rgb): Rgb {
  const [red, green, blue] = color.map((channel) => Math.round(channel * 255) / 255);
  return [red ?? 0, green ?? 0, blue ?? 0];
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
