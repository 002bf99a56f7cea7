<?php
/**
 * Deletes the plugin's only stored data, its option, on every site of a network.
 *
 * @package CfAiChat
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( is_multisite() ) {
	$cf_ai_chat_sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $cf_ai_chat_sites as $cf_ai_chat_site ) {
		delete_blog_option( $cf_ai_chat_site, 'cf_ai_chat_settings' );
	}
} else {
	delete_option( 'cf_ai_chat_settings' );
}
