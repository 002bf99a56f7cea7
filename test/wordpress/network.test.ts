import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { installPlugin, startWordPress, type WordPressSite } from '../support/wordpress.ts';
import { packagePlugin } from '../../demo/build/wordpress/package-plugin.ts';
import { PLUGIN_SLUG } from '../../demo/build/wordpress/plugin-sources.ts';

const PLUGIN_FILE = `${PLUGIN_SLUG}/${PLUGIN_SLUG}.php`;

describe('the WordPress plugin on a network of sites', () => {
  let site: WordPressSite;
  let scratch = '';

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'cf-ai-chat-plugin-'));
    site = await startWordPress();
    await installPlugin(site, (await packagePlugin(scratch)).zip);
    await site.becomeNetwork();
  });

  after(async () => {
    await site?.close();
    await rm(scratch, { recursive: true, force: true });
  });

  /** On how many sites the settings are stored. */
  const countOfSettings = (): Promise<unknown> =>
    site.php(`return count( array_filter( get_sites( array( 'fields' => 'ids' ) ), static function ( $id ) {
      return false !== get_blog_option( $id, 'cf_ai_chat_settings' );
    } ) );`);

  it('keeps the settings of each site, and forgets them all when it is deleted', async () => {
    const activated = await site.php(`return activate_plugin( '${PLUGIN_FILE}', '', true );`);
    assert.equal(activated, null);
    const second = await site.php(`return wpmu_create_blog( DOMAIN_CURRENT_SITE, '/second/', 'Second', 1 );`);
    assert.equal(second, 2);
    await site.php(`foreach ( array( 1, 2 ) as $id ) {
      update_blog_option( $id, 'cf_ai_chat_settings', array( 'endpoint' => "https://$id.example.test/", 'everywhere' => '1' ) );
    }`);
    assert.equal(await countOfSettings(), 2);
    await site.php(
      `deactivate_plugins( '${PLUGIN_FILE}', false, true ); uninstall_plugin( '${PLUGIN_FILE}' );`,
    );
    assert.equal(await countOfSettings(), 0);
    assert.deepEqual(await site.logOf(PLUGIN_SLUG), []);
  });
});
