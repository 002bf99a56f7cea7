<?php
/**
 * On which pages the chat of the whole site stands.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whether the settings put the chat of the whole site on a path.
 *
 * @param array<string, string> $settings The settings.
 * @param string                $path     Path below the site's home, with a leading slash.
 * @return bool
 */
function cf_ai_chat_is_shown_on( $settings, $path ) {
	if ( '' === $settings['everywhere'] || '' === $settings['endpoint'] ) {
		return false;
	}
	if ( 'all' === $settings['rule'] ) {
		return true;
	}
	$is_listed = false;
	foreach ( explode( "\n", $settings['paths'] ) as $pattern ) {
		$is_listed = $is_listed || cf_ai_chat_path_matches( $path, $pattern );
	}
	return 'only' === $settings['rule'] ? $is_listed : ! $is_listed;
}

/**
 * Whether a path is what a pattern says; `*` stands for anything, a slash at the end for nothing.
 *
 * @param string $path    Path with a leading slash.
 * @param string $pattern Pattern with a leading slash; an empty one matches nothing.
 * @return bool
 */
function cf_ai_chat_path_matches( $path, $pattern ) {
	if ( '' === $pattern ) {
		return false;
	}
	$expression = str_replace( '\*', '.*', preg_quote( untrailingslashit( $pattern ), '#' ) );
	return 1 === preg_match( '#^' . $expression . '$#u', untrailingslashit( $path ) );
}

/**
 * Path of the page that is asked for, below the site's home, with a leading slash.
 *
 * @return string
 */
function cf_ai_chat_current_path() {
	$uri  = isset( $_SERVER['REQUEST_URI'] ) ? esc_url_raw( wp_unslash( $_SERVER['REQUEST_URI'] ) ) : '/';
	$path = rawurldecode( (string) wp_parse_url( $uri, PHP_URL_PATH ) );
	$home = untrailingslashit( (string) wp_parse_url( home_url(), PHP_URL_PATH ) );
	if ( '' !== $home && 0 === strpos( $path, $home . '/' ) ) {
		$path = substr( $path, strlen( $home ) );
	}
	return '/' . ltrim( $path, '/' );
}
