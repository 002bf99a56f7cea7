import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { WebReading } from '../../../../worker/tools/knowledge/web/read-web.ts';
import { sitemapOf, startTroubledSite, teaPage, type TroubledSite } from '../../../support/troubled-site.ts';

let site: TroubledSite;
before(async () => void (site = await startTroubledSite()));
beforeEach(() => {
  site.forget();
  site.answers = {};
  site.requests.length = 0;
});
after(() => site.close());

const pathsOf = ({ pages }: WebReading): readonly string[] => pages.map(({ url }) => new URL(url).pathname);
const reasonsOf = ({ leftOut }: WebReading): Readonly<Record<string, string>> =>
  Object.fromEntries(leftOut.map(({ url, reason }) => [new URL(url).pathname, reason]));

describe('a sitemap that fails', () => {
  for (const status of [502, 429])
    it(`with ${status} ends the run: its pages would leave the index`, async () => {
      site.answers = {
        '/': teaPage('Home'),
        '/a': teaPage('A'),
        '/robots.txt': `Sitemap: ${site.at('/a.xml')}\nSitemap: ${site.at('/b.xml')}`,
        '/a.xml': sitemapOf(site.at('/a')),
        '/b.xml': status,
      };
      await assert.rejects(site.read(), new RegExp(`/b\\.xml: status ${status}`));
    });

  it('is not replaced by links where nobody named it', async () => {
    site.answers = { '/': teaPage('Home', '/a'), '/a': teaPage('A'), '/sitemap.xml': 503 };
    await assert.rejects(site.read(), /\/sitemap\.xml: status 503/);
  });

  for (const status of [404, 410])
    it(`with ${status} is none where nobody named it: links are followed`, async () => {
      site.answers = { '/': teaPage('Home', '/a'), '/a': teaPage('A'), '/sitemap.xml': status };
      assert.deepEqual(pathsOf(await site.read()), ['/', '/a']);
    });
});
