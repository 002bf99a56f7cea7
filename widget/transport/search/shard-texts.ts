import { readList, readObject, readString } from '../../protocol/json.ts';

/** A passage of a page, with the section that it stands in. */
export interface Passage {
  readonly page: { readonly url: string; readonly title: string; readonly breadcrumb: readonly string[] };
  /** Empty for text before the page's first heading. */
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

/** The passages of a shard, numbered from `from`. */
export function readPassages(json: unknown, from: number): readonly (readonly [number, Passage])[] {
  let next = from;
  return readList(json).flatMap((entry) => {
    const fields = readObject(entry);
    const page = {
      url: readString(fields['url']) ?? '',
      title: readString(fields['title']) ?? '',
      breadcrumb: readList(fields['breadcrumb']).flatMap((name) => readString(name) ?? []),
    };
    return readList(fields['passages']).map((passage) => {
      const [heading = '', anchor = '', text = ''] = readList(passage).map((part) => readString(part) ?? '');
      return [next++, { page, heading, anchor, text }] as const;
    });
  });
}
