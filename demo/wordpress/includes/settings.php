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
 * Cleans what the settings form posts. A value that cannot be used leaves its setting as it is saved, and is told of.
 *
 * @param mixed $input Posted values.
 * @return array<string, string>
 */
function cf_ai_chat_sanitize_settings( $input ) {
	$input    = is_array( $input ) ? $input : array();
	$saved    = cf_ai_chat_settings();
	$clean    = cf_ai_chat_empty_settings();
	$rejected = array();

	$clean['everywhere'] = empty( $input['everywhere'] ) ? '' : '1';
	if ( isset( $input['rule'] ) && in_array( $input['rule'], array( 'all', 'only', 'except' ), true ) ) {
		$clean['rule'] = $input['rule'];
	}
	if ( isset( $input['paths'] ) && is_string( $input['paths'] ) ) {
		$clean['paths'] = cf_ai_chat_sanitize_paths( $input['paths'] );
	}
	foreach ( cf_ai_chat_site_fields() as $name => $field ) {
		$typed          = isset( $input[ $name ] ) && is_scalar( $input[ $name ] ) ? trim( (string) $input[ $name ] ) : '';
		$clean[ $name ] = cf_ai_chat_sanitize_value( $field, $typed );
		if ( '' === $clean[ $name ] && '' !== $typed && in_array( $field['control'], array( 'endpoint', 'url', 'number', 'sources' ), true ) ) {
			$clean[ $name ]    = $saved[ $name ];
			$rejected[ $name ] = sanitize_text_field( $typed );
		}
	}
	if ( array() !== $rejected ) {
		cf_ai_chat_reject( $rejected );
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
			return ctype_digit( trim( $value ) ) ? (string) absint( $value ) : '';
		case 'url':
			return cf_ai_chat_read_link( $value );
		case 'endpoint':
			return cf_ai_chat_read_endpoint( $value );
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
 * A list of web addresses that is separated by white space.
 *
 * @param string $value What somebody wrote.
 * @return string An empty string when a part of it is no web address.
 */
function cf_ai_chat_sanitize_sources( $value ) {
	$sources = array();
	foreach ( preg_split( '/\s+/', $value, -1, PREG_SPLIT_NO_EMPTY ) as $source ) {
		$address = cf_ai_chat_read_link( $source );
		if ( 1 !== preg_match( '#^https?://#i', $address ) ) {
			return '';
		}
		$sources[] = $address;
	}
	return implode( ' ', $sources );
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
