<?php
/**
 * Addresses as people type them.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/** A host with a dot in it, such as chat.example.com, and a port if there is one. */
const CF_AI_CHAT_HOST = '[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+(?::\d{1,5})?';

/** A machine of the network at hand, such as localhost:8787 or [::1]. */
const CF_AI_CHAT_LOCAL_HOST = '(?:localhost|[\p{L}\p{N}-]+(?=:\d)|\[[0-9a-f:.]+\])(?::\d{1,5})?';

/**
 * The address of the service that answers. `chat.example.workers.dev` is completed to an address, and the bare address of a Worker
 * to the path on which it answers.
 *
 * @param string $value What somebody wrote, such as "my worker".
 * @return string An empty string when it is no address.
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
 * An address that visitors follow or a picture that they see: a web address, mailto:, tel:, or a path of this site.
 *
 * @param string $value What somebody wrote.
 * @return string An empty string when it is none.
 */
function cf_ai_chat_read_link( $value ) {
	$value   = cf_ai_chat_complete_address( $value );
	$pattern = '#^(?:https?://[^\s<>"/]+|/(?!/)|mailto:[^\s<>"@]+@|tel:\+?\d)[^\s<>"]*$#iu';
	return 1 === preg_match( $pattern, $value ) ? esc_url_raw( $value, array( 'http', 'https', 'mailto', 'tel' ) ) : '';
}

/**
 * Puts a scheme before an address that has none.
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
