import { BLACK, contrast, inkOn, mix, readableOn, type Rgb, rounded, WHITE } from './color.ts';

/** Colours that the site's owner has set; missing ones are derived. */
export interface ChosenColors {
  readonly surface: Rgb;
  readonly accent: Rgb;
  readonly text?: Rgb | undefined;
  readonly muted?: Rgb | undefined;
  readonly line?: Rgb | undefined;
  readonly header?: Rgb | undefined;
  /** Whether the header's background is not a plain colour: then only the owner knows which text colour is readable. */
  readonly hasHeaderPicture?: boolean;
  readonly headerText?: Rgb | undefined;
  readonly bubble?: Rgb | undefined;
  readonly bubbleText?: Rgb | undefined;
  readonly code?: Rgb | undefined;
}

/** Required contrast of text, see https://www.w3.org/TR/WCAG22/#contrast-minimum, and of the edges of controls. */
export const TEXT_CONTRAST = 4.5;
export const EDGE_CONTRAST = 3;

/** Colours with a meaning: for light and for dark surfaces. */
const HUES = {
  danger: ['#9f1c1c', '#ffb4ab'],
  caution: ['#855200', '#f0c674'],
  'code-comment': ['#5a626e', '#98a1b0'],
  'code-keyword': ['#b3122a', '#ff9492'],
  'code-string': ['#0a3069', '#a5d6ff'],
  'code-number': ['#0550ae', '#8cc2ff'],
  'code-type': ['#8a3600', '#ffb77c'],
  'code-name': ['#622cbc', '#dbb7ff'],
  'code-inserted': ['#116329', '#72f088'],
  'code-deleted': ['#a0111f', '#ffb1af'],
} as const;

const SYNTAX = Object.keys(HUES).filter((name) => name.startsWith('code-'));

/** All colours of the panel for the chosen surfaces, by the name of their custom property. */
export function derivePalette(chosen: ChosenColors): ReadonlyMap<string, Rgb> {
  const { surface, accent } = chosen;
  const text = readableOn(chosen.text ?? nearInk(surface), [surface], TEXT_CONTRAST);
  const hover = tint(surface, text, 0.08);
  const dangerSurface = tint(surface, hue('danger', surface), 0.08);
  const on = (wanted: Rgb, ...others: Rgb[]): Rgb => readableOn(wanted, [surface, ...others], TEXT_CONTRAST);
  return new Map<string, Rgb>([
    ['surface', surface],
    ['text', text],
    ['muted', on(chosen.muted ?? mix(text, surface, 0.32), hover)],
    ['line', chosen.line ?? mix(surface, text, 0.12)],
    ['hover', hover],
    ['sunken', tint(surface, text, 0.04)],
    ['field-line', readableOn(mix(surface, text, 0.5), [surface], EDGE_CONTRAST)],
    ['danger', on(hue('danger', surface), dangerSurface)],
    ['caution', on(hue('caution', surface))],
    ['accent-text', on(accent, hover)],
    // Equal to the accent colour, and so invisible, where that has enough contrast.
    ['accent-line', readableOn(accent, [surface], EDGE_CONTRAST)],
    ...bubblePalette(chosen, text),
    ...headerPalette(chosen, surface, text),
    ...codePalette(chosen.code ?? tint(surface, text, 0.04)),
  ]);
}

function bubblePalette(chosen: ChosenColors, text: Rgb): [string, Rgb][] {
  const bubble = chosen.bubble ?? rounded(mix(chosen.surface, chosen.accent, 0.14));
  return [
    ['bubble', bubble],
    ['bubble-text', readableOn(chosen.bubbleText ?? text, [bubble], TEXT_CONTRAST)],
  ];
}

function headerPalette(chosen: ChosenColors, surface: Rgb, text: Rgb): [string, Rgb][] {
  if (chosen.header === undefined && chosen.hasHeaderPicture) return [];
  const header = chosen.header ?? surface;
  const headerText = readableOn(chosen.headerText ?? text, [header], TEXT_CONTRAST);
  const hover = tint(header, headerText, 0.1);
  return [
    ['header-text', headerText],
    ['header-muted', readableOn(mix(headerText, header, 0.25), [header, hover], TEXT_CONTRAST)],
    ['header-hover', hover],
  ];
}

function codePalette(code: Rgb): [string, Rgb][] {
  const text = nearInk(code);
  return [
    ['code-surface', code],
    ['code-text', readableOn(text, [code], TEXT_CONTRAST)],
    ['code-muted', readableOn(mix(text, code, 0.32), [code], TEXT_CONTRAST)],
    ...SYNTAX.map((name): [string, Rgb] => [
      name,
      readableOn(hue(name as keyof typeof HUES, code), [code], TEXT_CONTRAST),
    ]),
  ];
}

/** A surface slightly closer to its text colour; slightly farther where the text would lose its contrast. */
function tint(surface: Rgb, text: Rgb, share: number): Rgb {
  const nearer = rounded(mix(surface, text, share));
  if (contrast(text, nearer) >= TEXT_CONTRAST) return nearer;
  return rounded(mix(surface, inkOn(surface) === BLACK ? WHITE : BLACK, share));
}

function nearInk(surface: Rgb): Rgb {
  return mix(inkOn(surface), surface, 0.08);
}

function hue(name: keyof typeof HUES, surface: Rgb): Rgb {
  const [light, dark] = HUES[name];
  const number = Number.parseInt((inkOn(surface) === BLACK ? light : dark).slice(1), 16);
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}
