/** The number of an example in its specification, and its markdown. */
export type SpecExample = readonly [number: number, markdown: string];

/** Loads the examples of a specification from the fixtures. */
export async function loadSpecExamples(name: 'commonmark' | 'gfm'): Promise<readonly SpecExample[]> {
  const response = await fetch(new URL(`../../fixtures/markdown/${name}.json`, import.meta.url));
  const { examples } = (await response.json()) as { examples: readonly SpecExample[] };
  return examples;
}
