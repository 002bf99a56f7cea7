/** One picture on a contact sheet. */
export interface Shot {
  /** Path of the picture, from the sheet. */
  readonly path: string;
  readonly state: string;
  /** Width, scheme and language. */
  readonly look: string;
  readonly width: number;
  readonly height: number;
}

/** Height of the pictures on the sheet. */
const THUMB_HEIGHT = 400;

/** HTML of a page with all pictures, those of one state side by side. Each links to its file. */
export function drawContactSheet(shots: readonly Shot[]): string {
  const states = [...new Set(shots.map(({ state }) => state))];
  const sections = states.map((name) => {
    const row = shots.filter(({ state }) => state === name);
    return `<section><h2>${name}</h2><div>${row.map(drawShot).join('')}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title>
    <style>:root { background: #888 } h2 { margin: 0 0 4px; font-size: 18px }
    body { display: flex; flex-wrap: wrap; gap: 16px; margin: 16px; font: 14px/1.4 sans-serif }
    div { display: flex; flex-wrap: wrap; gap: 8px }
    figure { margin: 0 } img { display: block; background: #fff }</style>${sections.join('\n')}`;
}

function drawShot({ path, look, width, height }: Shot): string {
  const shownHeight = Math.min(height, THUMB_HEIGHT);
  const size = `width="${Math.round((width * shownHeight) / height)}" height="${shownHeight}"`;
  return `<figure><a href="${path}"><img src="${path}" ${size} alt=""></a><figcaption>${look}</figcaption></figure>`;
}
