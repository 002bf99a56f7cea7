/** A group of pages of the documentation. */
export interface NavigationGroup {
  readonly title: string;
  /** Ids of its pages, in order; `platforms/*` stands for all pages of that folder. */
  readonly pages: readonly string[];
}

/** The pages in the order in which a newcomer needs them. Every page stands in exactly one group. */
const NAVIGATION: readonly NavigationGroup[] = [
  {
    title: 'Begin',
    pages: [
      'index',
      'embed',
      'settings',
      'theming',
      'conversation',
      'search',
      'events',
      'frameworks',
      'wordpress',
    ],
  },
  { title: 'Answers', pages: ['backends', 'worker', 'knowledge', 'api', 'markdown'] },
  { title: 'Trust', pages: ['security', 'privacy', 'accessibility'] },
  { title: 'Help', pages: ['troubleshooting', 'faq', 'contributing'] },
  { title: 'Platforms', pages: ['platforms/*'] },
];

/** The groups of the navigation, with the ids of all pages. Throws for a page that is in no group, and for a missing page. */
export function resolveNavigation(
  ids: readonly string[],
  groups: readonly NavigationGroup[] = NAVIGATION,
): readonly NavigationGroup[] {
  const resolved = groups.map(({ title, pages }) => ({
    title,
    pages: pages.flatMap((name) => (name.endsWith('/*') ? ids.filter((id) => isBelow(id, name)) : [name])),
  }));
  const listed = resolved.flatMap(({ pages }) => pages);
  const missing = listed.find((id) => !ids.includes(id));
  if (missing !== undefined) throw new Error(`the navigation names ${missing}, and there is no such page`);
  const unlisted = ids.find((id) => !listed.includes(id));
  if (unlisted !== undefined) throw new Error(`the page ${unlisted} is missing in the navigation`);
  return resolved;
}

function isBelow(id: string, pattern: string): boolean {
  return id.startsWith(pattern.slice(0, -1));
}
