<?php
/**
 * Plugin Name:       AI Chat for Cloudflare Workers
 * Description:       Puts the &lt;cf-ai-chat&gt; chat on your site: everywhere, on chosen pages, or where you place its block or shortcode. It answers through the endpoint you configure.
 * Version:           @VERSION@
 * Requires at least: 6.2
 * Requires PHP:      7.4
 * Author:            The cf-ai-chat contributors
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       ai-chat-for-cloudflare-workers
 * Domain Path:       /languages
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

const CF_AI_CHAT_VERSION = '@VERSION@';
const CF_AI_CHAT_OPTION  = 'cf_ai_chat_settings';
const CF_AI_CHAT_FILE    = __FILE__;

require __DIR__ . '/includes/fields.php';
require __DIR__ . '/includes/addresses.php';
require __DIR__ . '/includes/settings.php';
require __DIR__ . '/includes/rejected-values.php';
require __DIR__ . '/includes/page-rules.php';
require __DIR__ . '/includes/script.php';
require __DIR__ . '/includes/placement.php';
require __DIR__ . '/includes/site-health.php';

add_action( 'init', 'cf_ai_chat_register_placements' );
add_action( 'wp_enqueue_scripts', 'cf_ai_chat_enqueue_site_wide' );
add_filter( 'script_loader_tag', 'cf_ai_chat_filter_script_tag', 10, 2 );
add_filter( 'site_status_tests', 'cf_ai_chat_add_site_health_test' );

if ( is_admin() ) {
	require __DIR__ . '/includes/settings-page.php';
	require __DIR__ . '/includes/settings-fields.php';
	require __DIR__ . '/includes/privacy-text.php';
	add_action( 'admin_enqueue_scripts', 'cf_ai_chat_enqueue_settings_page' );
	add_filter( 'script_loader_tag', 'cf_ai_chat_make_module', 10, 2 );
	add_action( 'admin_menu', 'cf_ai_chat_add_settings_page' );
	add_action( 'admin_init', 'cf_ai_chat_register_settings' );
	add_action( 'admin_init', 'cf_ai_chat_add_privacy_text' );
	add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'cf_ai_chat_add_settings_link' );
}
