<?php
/**
 * The administrator's settings: reads, checks and cleans them.
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
 * All settings, each with an empty string.
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
 * The chat's attributes that can be set for the whole site, among them those that only administrators may set.
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
 * The chat's attributes that authors may set on the chat of their page: texts and appearance, never addresses to which data is sent.
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
 * Cleans the posted values of the settings form. For a value that cannot be used, the saved one stays and the reason is shown.
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
 * Cleans the value of one attribute. An empty string stands for the chat's default.
 *
 * @param array<string, mixed> $field Definition of the attribute.
 * @param string               $value The typed text.
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
			// Browsers send the lines of a form with CR and LF.
			return cf_ai_chat_sanitize_text( str_replace( "\r\n", "\n", $value ), 'sanitize_textarea_field' );
		default:
			return cf_ai_chat_sanitize_text( $value, 'sanitize_text_field' );
	}
}

/**
 * Cleans a text as WordPress does, but keeps what WordPress would change: a `<` that begins no tag, as in "5 < 6", and
 * encoded characters, as in "/%C3%BCber-uns/".
 *
 * @param string   $value    The typed text.
 * @param callable $sanitize WordPress's function.
 * @return string
 */
function cf_ai_chat_sanitize_text( $value, $sanitize ) {
	// Meanwhile a character for private use stands for the percent sign.
	$cleaned = $sanitize( str_replace( '%', "\u{E000}", $value ) );
	return str_replace( array( "\u{E000}", '&lt;' ), array( '%', '<' ), $cleaned );
}

/**
 * A list of web addresses, separated by white space.
 *
 * @param string $value The typed text.
 * @return string An empty string if one of the parts is no web address.
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
 * One path per line, each with a leading slash. The address of a page becomes its path below the site's home; encoded characters
 * are decoded: "https://www.example.com/%C3%BCber-uns/" becomes "/über-uns/".
 *
 * @param string $value The typed text.
 * @return string
 */
function cf_ai_chat_sanitize_paths( $value ) {
	$paths = array();
	foreach ( explode( "\n", $value ) as $line ) {
		$path = sanitize_text_field( rawurldecode( trim( $line ) ) );
		if ( 1 === preg_match( '#^https?://[^/]+(.*)$#i', $path, $parts ) ) {
			$path = cf_ai_chat_path_below_home( '/' . ltrim( $parts[1], '/' ) );
		}
		if ( '' !== $path ) {
			$paths[] = '/' . ltrim( $path, '/' );
		}
	}
	return implode( "\n", $paths );
}
