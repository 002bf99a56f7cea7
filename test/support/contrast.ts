const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/**
 * The colour that a screen shows for CSS colours painted over each other, the lowest first: red, green, blue
 * from 0 to 255.
 */
export function paint(...colors: readonly string[]): readonly number[] {
  if (!context) throw new Error('this browser draws no canvas');
  for (const color of ['#fff', ...colors]) {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
  }
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

/** Contrast of two painted colours: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(some: readonly number[], other: readonly number[]): number {
  const [darker = 0, lighter = 0] = [luminanceOf(some), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
