<?php
/**
 * Adds the script tag, only to pages that show a chat, and only if an endpoint is saved.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

const CF_AI_CHAT_HANDLE = 'cf-ai-chat';

/** Adds the script to a page on which the chat of the whole site is shown. */
function cf_ai_chat_enqueue_site_wide() {
	if ( cf_ai_chat_is_shown_on( cf_ai_chat_settings(), cf_ai_chat_current_path() ) ) {
		cf_ai_chat_enqueue();
	}
}

/** Adds the script at the end of the page. */
function cf_ai_chat_enqueue() {
	wp_enqueue_script(
		CF_AI_CHAT_HANDLE,
		plugins_url( 'widget/cf-ai-chat.js', CF_AI_CHAT_FILE ),
		array(),
		CF_AI_CHAT_VERSION,
		true
	);
}

/**
 * Adds the settings to the script tag, and loads the script without delaying the page.
 *
 * @param string $html   The script's tag, with any inline script before or after the tag.
 * @param string $handle Name of the script.
 * @return string
 */
function cf_ai_chat_filter_script_tag( $html, $handle ) {
	if ( CF_AI_CHAT_HANDLE !== $handle ) {
		return $html;
	}
	$tags = new WP_HTML_Tag_Processor( $html );
	while ( $tags->next_tag( 'script' ) ) {
		if ( null === $tags->get_attribute( 'src' ) ) {
			continue;
		}
		foreach ( cf_ai_chat_script_attributes() as $name => $value ) {
			$tags->set_attribute( $name, $value );
		}
	}
	return $tags->get_updated_html();
}

/**
 * Attributes of the script tag: how the script is loaded, the settings as `data-*`, and marks that keep optimiser plugins from changing it.
 *
 * @return array<string, string|bool> Values by name, not escaped.
 */
function cf_ai_chat_script_attributes() {
	$settings   = cf_ai_chat_settings();
	$attributes = array();
	foreach ( cf_ai_chat_site_fields() as $name => $field ) {
		$attributes[ 'data-' . $name ] = $settings[ $name ];
	}
	// The site's own language, as WordPress and plugins for several languages know it.
	if ( '' === $attributes['data-lang'] ) {
		$attributes['data-lang'] = str_replace( '_', '-', get_locale() );
	}
	// Without this value, the script adds a launcher to every page with the script.
	if ( ! cf_ai_chat_is_shown_on( $settings, cf_ai_chat_current_path() ) ) {
		$attributes['data-mount'] = 'none';
	}
	$attributes['data-cfasync']     = 'false';
	$attributes['data-no-optimize'] = '1';
	$attributes['data-no-defer']    = '1';
	// An empty attribute would replace the chat's own default.
	return array( 'defer' => true ) + array_filter( $attributes, 'strlen' );
}

/**
 * Attributes of an element as HTML. Empty ones are left out, because they would replace the setting of the whole site.
 *
 * @param array<string, string> $attributes Values by name.
 * @return string Escaped, with a leading space when there are any.
 */
function cf_ai_chat_attributes_html( $attributes ) {
	$html = '';
	foreach ( $attributes as $name => $value ) {
		if ( '' !== $value ) {
			$html .= sprintf( ' %s="%s"', esc_attr( $name ), esc_attr( $value ) );
		}
	}
	return $html;
}
