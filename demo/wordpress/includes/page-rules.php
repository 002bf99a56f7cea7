<?php
/**
 * Decides on which pages the chat of the whole site is shown.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whether the chat of the whole site is shown on a path, according to the settings.
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
 * Whether a path matches a pattern. `*` matches any text; a slash at the end is ignored.
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
 * Path of the requested page, below the site's home, with a leading slash.
 *
 * @return string
 */
function cf_ai_chat_current_path() {
	$uri  = isset( $_SERVER['REQUEST_URI'] ) ? esc_url_raw( wp_unslash( $_SERVER['REQUEST_URI'] ) ) : '/';
	$path = rawurldecode( (string) wp_parse_url( $uri, PHP_URL_PATH ) );
	return '/' . ltrim( cf_ai_chat_path_below_home( $path ), '/' );
}

/**
 * A path of the site without the path of its home: "/blog/shop/" is "/shop/" where the home is "https://www.example.com/blog".
 *
 * @param string $path Decoded path with a leading slash.
 * @return string
 */
function cf_ai_chat_path_below_home( $path ) {
	$home = untrailingslashit( (string) wp_parse_url( home_url(), PHP_URL_PATH ) );
	return '' !== $home && 0 === strpos( $path, $home . '/' ) ? substr( $path, strlen( $home ) ) : $path;
}
