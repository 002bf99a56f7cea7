/**
 * The names of the folders that a page is in, by its address.
 *
 * @example
 * breadcrumbOf('https://shop.example/help/gift-cards/prices.html'); // ['Help', 'Gift cards']
 */
export function breadcrumbOf(url: string): readonly string[] {
  const { pathname } = new URL(url, 'https://site.invalid/');
  return pathname
    .replace(/\/index\.html?$/, '/')
    .split('/')
    .filter(Boolean)
    .slice(0, -1)
    .map((segment) => decode(segment).replace(/[-_]+/g, ' '))
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    // `%E9` of an old server is no UTF-8.
    if (error instanceof URIError) return segment;
    throw error;
  }
}
