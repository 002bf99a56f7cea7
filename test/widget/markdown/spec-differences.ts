/** Examples that we render in another way than unmodified marked, and the reason. */
interface SpecDifference {
  readonly reason: string;
  readonly commonmark?: readonly number[];
  readonly gfm?: readonly number[];
}

/** All differences; each example is listed once. */
const SPEC_DIFFERENCES: readonly SpecDifference[] = [
  {
    reason: 'A tag without its other half in the same text is text, and so are its attributes.',
    commonmark: [
      21, 31, 150, 151, 155, 156, 157, 158, 165, 174, 175, 184, 187, 344, 476, 477, 494, 613, 614, 615, 616,
      623, 630, 631, 642, 643,
    ],
  },
  {
    reason:
      'No element of an answer reaches over a blank line, but for details and tables: both tags are text.',
    commonmark: [152, 167, 188],
  },
  {
    reason:
      'An element that no answer has, or an attribute: its tags are text, and markdown between them is read.',
    commonmark: [163, 164, 169, 170, 171, 172, 173, 176, 178],
  },
  {
    reason: 'Declarations, processing instructions and CDATA are spoken of, never meant: they are text.',
    commonmark: [180, 181, 182],
  },
  {
    reason: 'A whole block of HTML stands in a box of its own, which the sanitizer fills.',
    commonmark: [148, 149, 153, 154, 159, 160, 161, 185, 186, 189, 190, 191],
    gfm: [653],
  },
  {
    reason: 'An inline element that fills lines of its own stands in a paragraph, with markdown in it.',
    commonmark: [162, 166],
  },
  {
    reason: 'A comment is nothing at all, and ends with its mark: what stands behind it is markdown.',
    commonmark: [177, 183, 308, 309],
  },
  {
    reason: 'A mark opens nothing behind a letter or a digit: `5*3*2`, `foo*bar*`.',
    commonmark: [355, 356, 381, 411, 415, 416, 417, 429],
  },
  {
    reason: 'A mark closes before a letter also behind a symbol, as in `**Note:**this`.',
    commonmark: [354],
  },
  {
    reason: 'A name between two underscores is a name of Python: `__init__`.',
    commonmark: [389, 399, 406, 425, 426, 462, 465, 468],
  },
  {
    reason: 'Cells beyond those of the header join the last one, where GFM loses their words.',
    gfm: [204],
  },
  {
    reason:
      'A definition may come behind its links, so it changes none of their words: a label alone keeps its brackets, and is no image.',
    commonmark: [
      23, 33, 192, 193, 194, 195, 198, 200, 202, 203, 204, 205, 206, 214, 215, 216, 217, 218, 532, 533, 540,
      542, 543, 550, 556, 557, 558, 559, 560, 561, 562, 564, 568, 570, 573, 587, 588, 589, 591, 593,
    ],
  },
  {
    reason:
      'A link with a label is known by its form alone: there are no brackets in its words and its label.',
    commonmark: [528, 531, 549],
  },
  {
    reason: 'Of `[a][b][c]` the first two are a link and its label, whichever of them is defined.',
    commonmark: [569, 571],
  },
  {
    reason: 'A title keeps the line end at its start, which the HTML parser drops.',
    commonmark: [196],
  },
];

/** The numbers of the examples of a specification that we render in another way, sorted. */
export function numbersIn(name: 'commonmark' | 'gfm'): readonly number[] {
  return SPEC_DIFFERENCES.flatMap((difference) => difference[name] ?? []).toSorted((a, b) => a - b);
}
