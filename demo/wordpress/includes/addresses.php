<?php
/**
 * Reads addresses that people have typed.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/** Matches a host name with a dot, such as chat.example.com, and an optional port. */
const CF_AI_CHAT_HOST = '[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+(?::\d{1,5})?';

/** Matches a host of the local network, such as localhost:8787 or [::1]. */
const CF_AI_CHAT_LOCAL_HOST = '(?:localhost|[\p{L}\p{N}-]+(?=:\d)|\[[0-9a-f:.]+\])(?::\d{1,5})?';

/**
 * The address of the chat's backend. `chat.example.workers.dev` gets a scheme, and the bare address of a Worker gets the path of its
 * chat.
 *
 * @param string $value The typed text, such as "my worker".
 * @return string An empty string for a text that is no address.
 */
function cf_ai_chat_read_endpoint( $value ) {
	$value   = cf_ai_chat_complete_address( $value );
	$host    = '(?:' . CF_AI_CHAT_HOST . '|' . CF_AI_CHAT_LOCAL_HOST . ')';
	$pattern = '#^(?:https?|wss?)://' . $host . '(?:[/?][^\s<>"]*)?$#iu';
	$port    = wp_parse_url( $value, PHP_URL_PORT );
	if ( 1 !== preg_match( $pattern, $value ) || ( null !== $port && ( ! $port || $port > 65535 ) ) ) {
		return '';
	}
	if ( 1 === preg_match( '#^https?://[^/?]+/?$#i', $value ) ) {
		$value = untrailingslashit( $value ) . '/api/chat';
	}
	return esc_url_raw( $value, array( 'http', 'https', 'ws', 'wss' ) );
}

/**
 * The address of a link or a picture: a web address, mailto:, tel:, or a path of this site.
 *
 * @param string $value The typed text.
 * @return string An empty string for a text that is no such address.
 */
function cf_ai_chat_read_link( $value ) {
	$value   = cf_ai_chat_complete_address( $value );
	$pattern = '#^(?:https?://[^\s<>"/]+|/(?!/)|mailto:[^\s<>"@]+@|tel:\+?\d)[^\s<>"]*$#iu';
	return 1 === preg_match( $pattern, $value ) ? esc_url_raw( $value, array( 'http', 'https', 'mailto', 'tel' ) ) : '';
}

/**
 * Adds a scheme to an address without one.
 *
 * @param string $value Such as "www.example.com/help".
 * @return string
 */
function cf_ai_chat_complete_address( $value ) {
	$value = trim( $value );
	if ( 1 === preg_match( '#^(?:localhost|127(?:\.\d+){3})(?::\d+)?(?:[/?]|$)#', $value ) ) {
		return 'http://' . $value;
	}
	return 1 === preg_match( '#^' . CF_AI_CHAT_HOST . '(?:[/?]|$)#iu', $value ) ? 'https://' . $value : $value;
}
