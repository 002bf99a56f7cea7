<?php
/**
 * What the administrator has set: read, checked and cleaned in one place.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/**
 * The saved settings, with an empty string for each one that is not set.
 *
 * @return array<string, string>
 */
function cf_ai_chat_settings() {
	$saved = get_option( CF_AI_CHAT_OPTION, array() );
	return array_merge( cf_ai_chat_empty_settings(), is_array( $saved ) ? $saved : array() );
}

/**
 * Every key of the settings, unset.
 *
 * @return array<string, string>
 */
function cf_ai_chat_empty_settings() {
	$settings = array(
		'everywhere' => '',
		'rule'       => 'all',
		'paths'      => '',
	);
	foreach ( cf_ai_chat_site_fields() as $name => $field ) {
		$settings[ $name ] = '';
	}
	return $settings;
}

/**
 * Attributes of the chat that only an administrator sets, and those that are set for the whole site.
 *
 * @return array<string, array<string, mixed>> By the attribute's name.
 */
function cf_ai_chat_site_fields() {
	return array_filter(
		cf_ai_chat_fields(),
		static function ( $field ) {
			return $field['for_site'];
		}
	);
}

/**
 * Attributes that whoever writes a page may set on its chat: words and looks, never where data goes.
 *
 * @return array<string, array<string, mixed>> By the attribute's name.
 */
function cf_ai_chat_author_fields() {
	return array_filter(
		cf_ai_chat_fields(),
		static function ( $field ) {
			return $field['for_authors'];
		}
	);
}

/**
 * Cleans what the settings form posts. Values that make no sense become unset.
 *
 * @param mixed $input Posted values.
 * @return array<string, string>
 */
function cf_ai_chat_sanitize_settings( $input ) {
	$input = is_array( $input ) ? $input : array();
	$clean = cf_ai_chat_empty_settings();

	$clean['everywhere'] = empty( $input['everywhere'] ) ? '' : '1';
	if ( isset( $input['rule'] ) && in_array( $input['rule'], array( 'all', 'only', 'except' ), true ) ) {
		$clean['rule'] = $input['rule'];
	}
	if ( isset( $input['paths'] ) && is_string( $input['paths'] ) ) {
		$clean['paths'] = cf_ai_chat_sanitize_paths( $input['paths'] );
	}
	foreach ( cf_ai_chat_site_fields() as $name => $field ) {
		if ( isset( $input[ $name ] ) && is_scalar( $input[ $name ] ) ) {
			$clean[ $name ] = cf_ai_chat_sanitize_value( $field, (string) $input[ $name ] );
		}
	}
	return $clean;
}

/**
 * Cleans the value of one attribute; an empty string means that it is left to the chat.
 *
 * @param array<string, mixed> $field What the attribute takes.
 * @param string               $value What somebody wrote.
 * @return string
 */
function cf_ai_chat_sanitize_value( $field, $value ) {
	switch ( $field['control'] ) {
		case 'select':
			return array_key_exists( $value, $field['choices'] ) ? $value : '';
		case 'checkbox':
			return in_array( strtolower( $value ), array( '', '0', 'false', 'no' ), true ) ? '' : '1';
		case 'number':
			return is_numeric( $value ) ? (string) absint( $value ) : '';
		case 'url':
			return esc_url_raw( trim( $value ), array( 'http', 'https', 'mailto', 'tel' ) );
		case 'endpoint':
			return esc_url_raw( trim( $value ), array( 'http', 'https' ) );
		case 'sources':
			return cf_ai_chat_sanitize_sources( $value );
		case 'textarea':
			// Forms end their lines in two characters.
			return sanitize_textarea_field( str_replace( "\r\n", "\n", $value ) );
		default:
			return sanitize_text_field( $value );
	}
}

/**
 * Keeps the absolute web addresses of a list that is separated by white space.
 *
 * @param string $value What somebody wrote.
 * @return string
 */
function cf_ai_chat_sanitize_sources( $value ) {
	$sources = array();
	foreach ( preg_split( '/\s+/', $value, -1, PREG_SPLIT_NO_EMPTY ) as $source ) {
		if ( preg_match( '#^https?://#i', $source ) ) {
			$sources[] = esc_url_raw( $source, array( 'http', 'https' ) );
		}
	}
	return implode( ' ', array_filter( $sources ) );
}

/**
 * Keeps one path per line, each with its leading slash.
 *
 * @param string $value What somebody wrote.
 * @return string
 */
function cf_ai_chat_sanitize_paths( $value ) {
	$paths = array();
	foreach ( explode( "\n", sanitize_textarea_field( $value ) ) as $line ) {
		$path = trim( $line );
		if ( '' !== $path ) {
			$paths[] = '/' . ltrim( $path, '/' );
		}
	}
	return implode( "\n", $paths );
}
