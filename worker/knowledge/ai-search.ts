import * as v from 'valibot';
import type { SearchBinding } from '../env.ts';
import type { Passage } from '../ports.ts';

const MAX_PASSAGES = 5;

const Text = v.fallback(v.optional(v.string()), undefined);
const Found = v.object({
  chunks: v.array(
    v.object({
      score: v.optional(v.number(), 0),
      text: v.string(),
      item: v.object({ key: v.string(), metadata: v.nullish(v.object({ title: Text, url: Text }), {}) }),
    }),
  ),
});

type Chunk = v.InferOutput<typeof Found>['chunks'][number];

/** Finds the passages for a question in an AI Search instance; all chunks of one document are one passage. */
export async function searchInstance(instance: SearchBinding, question: string): Promise<readonly Passage[]> {
  const found = await instance.search({
    messages: [{ role: 'user', content: question }],
    ai_search_options: { retrieval: { max_num_results: MAX_PASSAGES } },
  });
  const passages = new Map<string, Passage>();
  for (const chunk of v.parse(Found, found).chunks) {
    const first = passages.get(chunk.item.key);
    const passage = first ? { ...first, text: `${first.text}\n\n${chunk.text}` } : toPassage(chunk);
    passages.set(chunk.item.key, passage);
  }
  return [...passages.values()];
}

/** The key of a crawled page is its address; a file has the address in its metadata, or none. */
function toPassage({ item: { key, metadata }, text, score }: Chunk): Passage {
  const title = metadata.title ?? key.replace(/\/$/, '').split('/').at(-1) ?? key;
  const url = metadata.url ?? (URL.canParse(key) ? key : '');
  return { id: key, title, url, text, score };
}
