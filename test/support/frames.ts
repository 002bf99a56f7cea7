/** The blocks of a stream, without the blank lines between them. */
export function blocksOf(stream: string): readonly string[] {
  return stream.split('\n\n').filter((block) => block !== '');
}

/** The JSON of every `data:` block, `[DONE]` left out. */
export function framesOf(stream: string): readonly Record<string, unknown>[] {
  return blocksOf(stream)
    .filter((block) => block.startsWith('data: {'))
    .map((block) => JSON.parse(block.slice('data: '.length)) as Record<string, unknown>);
}
