import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  contrast,
  formatColor,
  parseColor,
  readableOn,
  type Rgb,
} from '../../../../../widget/ui/features/theme/color.ts';
import {
  derivePalette,
  EDGE_CONTRAST,
  TEXT_CONTRAST,
} from '../../../../../widget/ui/features/theme/palette.ts';

const WHITE: Rgb = [1, 1, 1];
const BLACK: Rgb = [0, 0, 0];

const channel = fc.integer({ min: 0, max: 255 }).map((value) => value / 255);
const color = fc.tuple(channel, channel, channel);

/** Rounds a colour to what is painted: whole steps of 255. */
const painted = (value: Rgb): Rgb => parseColor(formatColor(value)) ?? BLACK;

describe('derivePalette', () => {
  it('gives all text enough contrast on 1,000 random combinations of surfaces', () => {
    const chosen = fc.tuple(
      color,
      color,
      fc.option(color),
      fc.option(color),
      fc.option(color),
      fc.option(color),
    );
    fc.assert(
      fc.property(chosen, ([surface, accent, text, header, bubble, code]) => {
        const palette = derivePalette({
          surface,
          accent,
          text: text ?? undefined,
          header: header ?? undefined,
          bubble: bubble ?? undefined,
          code: code ?? undefined,
        });
        const at = (name: string): Rgb => painted(palette.get(name) ?? BLACK);
        const texts: readonly (readonly [string, Rgb])[] = [
          ...['text', 'muted', 'danger', 'caution', 'accent-text'].map(
            (name) => [name, at('surface')] as const,
          ),
          ...['header-text', 'header-muted'].map((name) => [name, header ?? at('surface')] as const),
          ['bubble-text', at('bubble')],
          ...[...palette.keys()]
            .filter((name) => name.startsWith('code-') && name !== 'code-surface')
            .map((name) => [name, at('code-surface')] as const),
        ];
        for (const [name, surfaceOfText] of texts)
          expect(contrast(at(name), surfaceOfText), name).to.be.at.least(TEXT_CONTRAST);
        expect(contrast(at('field-line'), at('surface'))).to.be.at.least(EDGE_CONTRAST);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps colours that are already readable', () => {
    const palette = derivePalette({
      surface: WHITE,
      accent: [0, 0, 0.8],
      text: [0.2, 0, 0],
      bubbleText: BLACK,
    });
    expect(palette.get('text')?.[0]).to.be.closeTo(0.2, 0.01);
    expect(palette.get('accent-text')?.[2]).to.be.closeTo(0.8, 0.01);
  });

  it('returns nothing for text on a picture', () => {
    const palette = derivePalette({
      surface: WHITE,
      accent: BLACK,
      hasHeaderPicture: true,
      headerText: WHITE,
    });
    expect(palette.has('header-text')).to.equal(false);
  });
});

describe('readableOn', () => {
  it('keeps the hue as far as possible', () => {
    const [red, green, blue] = readableOn([1, 0.8, 0], [WHITE], TEXT_CONTRAST);
    expect(red).to.be.above(green);
    expect(green).to.be.above(blue);
  });

  it('returns black or white where no other colour is readable', () => {
    expect(readableOn([0.5, 0.5, 0.5], [[0.47, 0.47, 0.47]], 21)).to.deep.equal(BLACK);
    expect(readableOn([0.5, 0.5, 0.5], [[0.3, 0.3, 0.3]], 21)).to.deep.equal(WHITE);
  });
});

describe('parseColor', () => {
  for (const [computed, expected] of [
    ['rgb(255, 0, 0)', [1, 0, 0]],
    ['color(srgb 0 0.5 1)', [0, 0.5, 1]],
    ['rgba(0, 0, 0, 0.5)', [0.5, 0.5, 0.5]],
    ['color(srgb 1 1 1 / 0)', [1, 1, 1]],
    ['color(srgb 5e-1 0 0)', [0.5, 0, 0]],
  ] as const) {
    it(`reads ${computed}`, () => {
      expect(parseColor(computed)).to.deep.equal(expected);
    });
  }

  it('returns nothing for other notations', () => {
    expect(parseColor('oklch(0.5 0.1 20)')).to.equal(undefined);
  });
});
