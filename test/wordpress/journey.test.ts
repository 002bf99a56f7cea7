import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { startWordPress, type WordPressSite } from '../support/wordpress.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../support/worker-harness.ts';
import { FORMS } from '../../demo/build/snippets/forms.ts';
import { dataAttributes } from '../../demo/build/snippets/tags.ts';
import { packagePlugin } from '../../demo/build/wordpress/package-plugin.ts';
import { PLUGIN_SLUG } from '../../demo/build/wordpress/plugin-sources.ts';
import { Visitor } from './visitor.ts';
import { WordPressAdmin } from './wordpress-admin.ts';

/** These attributes keep caching plugins from changing the script tag. */
const OPTIMISERS = { 'data-cfasync': 'false', 'data-no-optimize': '1', 'data-no-defer': '1' };

const HOSTILE_HEADING = `"><script>window.hacked = true</script>'&`;

describe('the WordPress plugin', () => {
  let site: WordPressSite;
  let worker: WorkerHarness;
  /** A Worker that allows no other origin. */
  let stranger: WorkerHarness;
  let browser: Browser;
  let packages = '';
  let zip = '';
  let admin: WordPressAdmin;
  let endpoint = '';

  before(async () => {
    packages = await mkdtemp(join(tmpdir(), 'cf-ai-chat-plugin-'));
    ({ zip } = await packagePlugin(packages));
    site = await startWordPress();
    [worker, stranger] = await Promise.all([
      startWorker({ ALLOWED_ORIGINS: site.url.origin }, DOCUMENTATION),
      startWorker(),
    ]);
    endpoint = new URL('/api/chat', worker.url).href;
    browser = await launchChromium();
    admin = await WordPressAdmin.signIn(browser, site.url, 'admin');
  });

  after(async () => {
    await browser?.close();
    await worker?.close();
    await stranger?.close();
    await site?.close();
    await rm(packages, { recursive: true, force: true });
  });

  async function addPage(slug: string, content: string, author = 1): Promise<void> {
    const id = await site.php(`return wp_insert_post( array(
      'post_type' => 'page', 'post_status' => 'publish', 'post_author' => ${author},
      'post_title' => 'Page ${slug}', 'post_name' => '${slug}', 'post_content' => ${phpString(content)} ) );`);
    assert.ok(Number(id) > 0);
  }

  async function visit(path: string): Promise<Visitor> {
    return Visitor.visit(browser, new URL(path, site.url));
  }

  it('can be uploaded and activated', async () => {
    await admin.uploadPlugin(zip);
    assert.ok(existsSync(join(site.root, 'wp-content/plugins', PLUGIN_SLUG)));
    assert.equal(await site.php(`return is_plugin_active( '${PLUGIN_SLUG}/${PLUGIN_SLUG}.php' );`), true);
    assert.equal(await admin.pluginSettingsLink(), '/wp-admin/options-general.php?page=cf-ai-chat');
  });

  it('shows and loads nothing before an endpoint is saved', async () => {
    await addPage('early', 'Before [cf_ai_chat] after');
    await using visitor = await visit('/early/');
    assert.deepEqual(visitor.foreignRequests, []);
    assert.doesNotMatch(visitor.html, /cf-ai-chat/);
  });

  /** Status and label of the plugin's entry in Site Health, for a site with this home address. */
  function siteHealth(home = ''): Promise<unknown> {
    return site.php(`
      if ( '' !== '${home}' ) { add_filter( 'home_url', static function () { return '${home}'; } ); }
      $tests = WP_Site_Health::get_tests();
      $result = call_user_func( $tests['direct']['cf_ai_chat']['test'] );
      return array( $result['status'], $result['label'] );`);
  }

  it('reports a missing endpoint in Site Health', async () => {
    assert.deepEqual(await siteHealth(), ['recommended', 'The AI chat has no endpoint']);
  });

  it('shows the administrator where a chat would appear', async () => {
    const text = await admin.textOf('/early/');
    assert.match(text, /The AI chat needs an endpoint/);
  });

  it('saves its settings', async () => {
    const values = {
      everywhere: '1',
      endpoint,
      heading: HOSTILE_HEADING,
      accent: '#0a7d5a',
      suggestions: 'What is it?\nHow does it work?',
      theme: 'dark',
      'history-limit': '12',
      'image-sources': 'https://images.example.test/ images.example.com/shop/',
    };
    await admin.saveSettings(values);
    assert.deepEqual(await admin.readSettings(Object.keys(values)), {
      ...values,
      // WordPress removes tags from saved text, and completes addresses.
      heading: `">'&`,
      'image-sources': 'https://images.example.test/ https://images.example.com/shop/',
    });
  });

  it('names the values that it refused, shows them as typed, and keeps the earlier values', async () => {
    const typed = {
      endpoint: 'my worker',
      'contact-url': 'write to us',
      'history-limit': 'twelve',
      'image-sources': 'https://images.example.test/ javascript:alert(1)',
      subtitle: 'Answers in seconds',
    };
    const errors = await admin.submitSettings(typed);
    assert.equal(errors.length, 4, errors.join('\n'));
    assert.match(
      errors[0] ?? '',
      /^Address of your Worker was not saved: “my worker” cannot be used\. It looks like https:/,
    );
    assert.deepEqual(await admin.showSettings(Object.keys(typed)), typed);
    assert.deepEqual(await admin.readSettings(Object.keys(typed)), {
      endpoint,
      'contact-url': '',
      'history-limit': '12',
      'image-sources': 'https://images.example.test/ https://images.example.com/shop/',
      subtitle: 'Answers in seconds',
    });
    await admin.saveSettings({ subtitle: '', 'image-sources': 'https://images.example.test/' });
  });

  it('accepts addresses as people type them, and refuses text that is no address', async () => {
    const addresses = {
      'x.workers.dev': 'https://x.workers.dev/api/chat',
      'x.workers.dev/api/chat': 'https://x.workers.dev/api/chat',
      ' https://x.workers.dev ': 'https://x.workers.dev/api/chat',
      'https://x.workers.dev/': 'https://x.workers.dev/api/chat',
      'https://api.example.com/?': 'https://api.example.com/?',
      'http://localhost:8787': 'http://localhost:8787/api/chat',
      '127.0.0.1:8787': 'http://127.0.0.1:8787/api/chat',
      'wss://x.workers.dev/agents/chat': 'wss://x.workers.dev/agents/chat',
      'my worker': '',
      'https://': '',
      'https://<your-worker>.workers.dev/api/chat': '',
      'https://x.workers.dev:80800/api/chat': '',
      'javascript:alert(1)': '',
      worker: '',
    };
    const list = Object.keys(addresses).map(phpString).join(', ');
    const read = await site.php(`return array_map( 'cf_ai_chat_read_endpoint', array( ${list} ) );`);
    assert.deepEqual(read, Object.values(addresses));
    const links = [
      'www.example.com/help',
      '/help',
      'mailto:us@example.com',
      'tel:+4912',
      'us',
      'javascript:alert(1)',
    ];
    assert.deepEqual(
      await site.php(
        `return array_map( 'cf_ai_chat_read_link', array( ${links.map(phpString).join(', ')} ) );`,
      ),
      ['https://www.example.com/help', '/help', 'mailto:us@example.com', 'tel:+4912', '', ''],
    );
  });

  it('tests the connection from the browser, before anything is saved', async () => {
    const [good] = await admin.testConnection(new URL(worker.url).host);
    assert.match(good ?? '', /^Connected\. The service answers with \w/);
    const [lost] = await admin.testConnection(new URL('/docs/', worker.url).href);
    assert.equal(
      lost,
      `The service is there, but takes no questions at this address. Write: ${worker.url.origin}/api/chat`,
    );
    assert.match((await admin.testConnection('my worker'))[0] ?? '', /^This is no address\./);
    assert.match((await admin.testConnection(site.url.href))[0] ?? '', /^Something answers .+\(status 404\)/);
    const [refused, line] = await admin.testConnection(stranger.url.href);
    assert.match(refused ?? '', /does not allow http:\/\/127\.0\.0\.1:\d+\./);
    assert.equal(line, `npm start -- --var ALLOWED_ORIGINS:${site.url.origin}`);
    assert.match((await admin.testConnection('http://127.0.0.1:1'))[0] ?? '', /^Nothing answers/);
  });

  it('shows unsaved settings in its preview, without a launcher', async () => {
    assert.deepEqual(await admin.preview({ heading: 'Ask the shop', accent: '#aa0000' }), {
      heading: 'Ask the shop',
      accent: '#aa0000',
      chats: '1',
    });
    assert.deepEqual(admin.problems, []);
  });

  it('reports the endpoint in Site Health, and an endpoint that browsers refuse', async () => {
    assert.deepEqual(await siteHealth(), ['good', 'The AI chat has an endpoint']);
    assert.deepEqual(await siteHealth('https://shop.example.test'), [
      'recommended',
      'The AI chat cannot reach its endpoint',
    ]);
  });

  it('uses the language of the site unless another is set', async () => {
    const attributes = (language: string): Promise<unknown> =>
      site.php(`
        add_filter( 'locale', static function () { return 'de_DE'; } );
        add_filter( 'option_cf_ai_chat_settings', static function ( $settings ) {
          return array( 'lang' => '${language}' ) + $settings;
        } );
        return cf_ai_chat_script_attributes()['data-lang'];`);
    assert.equal(await attributes(''), 'de-DE');
    assert.equal(await attributes('fr'), 'fr');
  });

  it('prints the script tag that the documentation shows', async () => {
    await using visitor = await visit('/');
    const settings = {
      endpoint,
      heading: `">'&`,
      suggestions: 'What is it?\nHow does it work?',
      accent: '#0a7d5a',
      theme: 'dark',
      lang: 'en-US',
      'history-limit': '12',
      'image-sources': 'https://images.example.test/',
    };
    const { defer, ...others } = await visitor.scriptAttributes();
    assert.equal(defer, '');
    const data = Object.entries(others).filter(([name]) => name.startsWith('data-') && !(name in OPTIMISERS));
    assert.deepEqual(Object.fromEntries(data), dataAttributes(settings));
    assert.equal(await visitor.heading(), `">'&`);
    assert.deepEqual(visitor.foreignRequests, []);
  });

  it('applies its settings to its own script tag only, whatever stands around that tag', async () => {
    const html = String(
      await site.php(`
      $tag = "<script>var a = ' src=';</script>\n<script src='https://cdn.example.test/cf-ai-chat.js?a=1&b=2' id='x' data-src='y'></script>";
      return cf_ai_chat_filter_script_tag( $tag, 'cf-ai-chat' ) . cf_ai_chat_filter_script_tag( $tag, 'other' );`),
    );
    assert.equal(html.split('data-cfasync').length, 2);
    assert.ok(html.startsWith("<script>var a = ' src=';</script>\n<script "), html);
    assert.ok(
      html.includes("src='https://cdn.example.test/cf-ai-chat.js?a=1&b=2' id='x' data-src='y'>"),
      html,
    );
  });

  it('shows a chat that answers a visitor', async () => {
    await admin.saveSettings({ heading: '', theme: '' });
    await using visitor = await visit('/');
    assert.match(await visitor.ask('How do I embed the widget?'), /script/);
    assert.deepEqual(visitor.foreignRequests, [endpoint]);
    assert.deepEqual(visitor.problems, []);
  });

  it('shows the chat only on the pages that are set', async () => {
    await addPage('shop', 'Shop');
    await admin.saveSettings({ rule: 'only', paths: 'shop\n/blog/*' });
    assert.deepEqual(await scriptsOn('/', '/shop/', '/early/'), [false, true, true]);
    await storeSettings({ rule: 'except' });
    assert.deepEqual(await scriptsOn('/', '/shop/'), [true, false]);
    await storeSettings({ rule: 'all' });
    assert.deepEqual(await scriptsOn('/', '/shop/'), [true, true]);
    await storeSettings({ everywhere: '' });
    assert.deepEqual(await scriptsOn('/', '/shop/'), [false, false]);
  });

  it('stores texts as they were typed, and paths as visitors request them', async () => {
    const stored = await site.php(`
      $texts = array( 'Fragen < 5 Min', '[Über uns](/%C3%BCber-uns/) 100 %ab', '<b>Hi</b>' );
      $paths = "/%C3%BCber-uns/\\r\\n" . home_url( '/contact/' ) . "\\nshop";
      return array(
        array_map( function ( $text ) { return cf_ai_chat_sanitize_value( array( 'control' => 'text' ), $text ); }, $texts ),
        cf_ai_chat_sanitize_paths( $paths ),
      );`);
    assert.deepEqual(stored, [
      ['Fragen < 5 Min', '[Über uns](/%C3%BCber-uns/) 100 %ab', 'Hi'],
      '/über-uns/\n/contact/\n/shop',
    ]);
  });

  /** Changes settings without the page of settings, which takes seconds. */
  async function storeSettings(changed: Readonly<Record<string, string>>): Promise<void> {
    await site.php(`update_option( 'cf_ai_chat_settings', array_merge(
      get_option( 'cf_ai_chat_settings' ), json_decode( ${phpString(JSON.stringify(changed))}, true ) ) );`);
  }

  async function scriptsOn(...paths: string[]): Promise<boolean[]> {
    const found: boolean[] = [];
    for (const path of paths) {
      const response = await fetch(new URL(path, site.url));
      assert.equal(response.status, 200);
      found.push((await response.text()).includes('widget/cf-ai-chat.js'));
    }
    return found;
  }

  it('renders its shortcode as a chat that answers in its place', async () => {
    await addPage(
      'help',
      '[cf_ai_chat heading="Ask <b>us</b>" height="480" theme="pink"]Write to us.[/cf_ai_chat]',
    );
    await using visitor = await visit('/help/');
    assert.deepEqual(await visitor.chats(), [
      { mode: 'inline', heading: 'Ask us', style: 'height:480px', text: 'Write to us.' },
    ]);
    assert.match(await visitor.ask('Which backends does it work with?'), /\w/);
    assert.deepEqual(visitor.problems, []);
  });

  it("accepts the shortcode that the demo's configurator shows, with any values", async () => {
    const settings = {
      heading: `Ask "us", it's 5 [five] & more`,
      suggestions: '["What does it cost?", "And [that]?"]',
      greeting: 'One\nTwo',
      theme: 'dark',
    };
    const form = FORMS.find(({ id }) => id === 'wordpress');
    const forAuthors = new Set(Object.keys(settings));
    const [snippet] =
      form?.snippets({ source: { src: 'https://a.test/cf-ai-chat.js' }, settings, tokens: {}, forAuthors }) ??
      [];
    await addPage('configured', snippet?.code ?? '');
    await using visitor = await visit('/configured/');
    const set = await Promise.all(Object.keys(settings).map((name) => visitor.attribute(name)));
    assert.deepEqual(set, Object.values(settings));
  });

  it('escapes the fallback content of authors who may write any HTML, and of do_shortcode', async () => {
    const shortcode =
      '[cf_ai_chat]<b>Write to us.</b><img src="x" onerror="window.hacked = true"><script>window.hacked = true</script>[/cf_ai_chat]';
    // As for an administrator: WordPress itself filters nothing.
    const stored = String(
      await site.php(`kses_remove_filters();
      $id = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_author' => 1,
        'post_title' => 'Raw', 'post_name' => 'raw', 'post_content' => ${phpString(shortcode)} ) );
      return get_post( $id )->post_content;`),
    );
    assert.ok(stored.includes('onerror') && stored.includes('<script>'), stored);
    await using visitor = await visit('/raw/');
    const byPage = /<cf-ai-chat[^>]*>[\s\S]*?<\/cf-ai-chat>/.exec(visitor.html)?.[0] ?? '';
    const byCode = String(await site.php(`return do_shortcode( ${phpString(shortcode)} );`));
    for (const html of [byPage, byCode]) {
      assert.match(html, /<b>Write to us\.<\/b>/);
      assert.doesNotMatch(html, /onerror|<script/);
    }
  });

  it('hides everything for administrators from contributors and visitors', async () => {
    const note = async (login: string): Promise<unknown> =>
      site.php(`$user = get_user_by( 'login', '${login}' );
        wp_set_current_user( $user ? $user->ID : 0 );
        return cf_ai_chat_missing_endpoint_note();`);
    assert.match(String(await note('admin')), /Only you see this/);
    assert.equal(await note('contributor'), '');
    assert.equal(await note('nobody'), '');
  });

  it('has a block that can be inserted, published and viewed', async () => {
    const address = await admin.publishBlock('Block page', 'Block heading');
    await using visitor = await visit(address);
    assert.deepEqual(await visitor.chats(), [
      { mode: 'inline', heading: 'Block heading', style: 'height:600px', text: '' },
    ]);
    assert.deepEqual(admin.problems, []);
  });

  it('lets a page set texts, but never where questions are sent', async () => {
    const elsewhere = 'https://elsewhere.example.test/';
    const contributor = Number(await site.php(`return get_user_by( 'login', 'contributor' )->ID;`));
    await addPage(
      'contributed',
      `[cf_ai_chat endpoint="${elsewhere}" image-sources="${elsewhere}" contact-url="${elsewhere}" persist="local" onclick="x" heading="By shortcode"]
      <!-- wp:cf-ai-chat/chat {"endpoint":"${elsewhere}","imageSources":"${elsewhere}","privacyUrl":"${elsewhere}","heading":"By block"} /-->`,
      contributor,
    );
    await using visitor = await visit('/contributed/');
    assert.deepEqual(
      (await visitor.chats()).map(({ heading }) => heading),
      ['By shortcode', 'By block'],
    );
    assert.ok(!visitor.html.includes('elsewhere'), visitor.html);
    assert.ok(!visitor.html.includes('onclick="x"'));
    assert.deepEqual(await visitor.endpoints(), [endpoint, endpoint]);
  });

  it('lets only administrators change settings', async () => {
    await using contributor = await WordPressAdmin.signIn(browser, site.url, 'contributor');
    assert.equal(await contributor.statusOf('/wp-admin/options-general.php?page=cf-ai-chat'), 403);
    assert.equal(await contributor.postSettings({ endpoint: 'https://elsewhere.example.test/' }, ''), 403);
    assert.equal(await admin.postSettings({ endpoint: 'https://elsewhere.example.test/' }, 'forged'), 403);
    assert.deepEqual(await admin.readSettings(['endpoint']), { endpoint });
  });

  it('lets WordPress translate its texts', async () => {
    const label = await site.php(`
      add_filter( 'gettext_${PLUGIN_SLUG}', static function ( $words ) { return strrev( $words ); } );
      return cf_ai_chat_fields()['heading']['label'];`);
    assert.equal(label, 'gnidaeH');
  });

  it('suggests a text for the privacy policy, which names what files, the search and Turnstile send where they are used', async () => {
    const policy = () => admin.textOf('/wp-admin/options-privacy.php?tab=policyguide');
    const without = await policy();
    assert.match(without, /your messages are sent to the service/);
    assert.doesNotMatch(without, /Turnstile|Files that you add|search of the chat|page that you are reading/);
    await storeSettings({
      'page-context': 'title',
      attachments: 'images',
      hotkey: 'mod+k',
      'turnstile-sitekey': '1x00000000000000000000AA',
    });
    assert.match(
      await policy(),
      /page that you are reading: its address.+Files that you add.+search of the chat.+Turnstile checks that you are human.+challenges\.cloudflare\.com.+turnstile-privacy-policy/s,
    );
    await storeSettings({ 'page-context': '', attachments: '', hotkey: '', 'turnstile-sitekey': '' });
  });

  it('leaves nothing behind when it is deleted', async () => {
    assert.deepEqual(await traces(), ['cf_ai_chat_settings']);
    await admin.deletePlugin();
    assert.equal(existsSync(join(site.root, 'wp-content/plugins', PLUGIN_SLUG)), false);
    assert.deepEqual(await traces(), []);
    assert.deepEqual(await scriptsOn('/', '/shop/', '/help/'), [false, false, false]);
  });

  /** Everything in the database with a name of the plugin, except pages. */
  async function traces(): Promise<unknown> {
    return site.php(`global $wpdb; return array_merge(
      $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%cf_ai_chat%' OR option_name LIKE '%cf-ai-chat%'" ),
      $wpdb->get_col( "SELECT meta_key FROM $wpdb->usermeta WHERE meta_key LIKE '%cf_ai_chat%'" ),
      $wpdb->get_col( "SELECT meta_key FROM $wpdb->postmeta WHERE meta_key LIKE '%cf_ai_chat%'" ) );`);
  }

  it('has written nothing into the log', async () => {
    await site.php(`trigger_error( 'the log is read' );`);
    assert.equal((await site.logOf('the log is read')).length, 1);
    assert.deepEqual(await site.logOf(PLUGIN_SLUG), []);
    assert.deepEqual(await site.logOf('cf_ai_chat'), []);
  });
});

function phpString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
