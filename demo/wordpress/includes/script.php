<?php
/**
 * The script tag: only on pages that show a chat, and only once an endpoint is saved.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

const CF_AI_CHAT_HANDLE = 'cf-ai-chat';

/** Puts the script on the page when the chat of the whole site stands there. */
function cf_ai_chat_enqueue_site_wide() {
	if ( cf_ai_chat_is_shown_on( cf_ai_chat_settings(), cf_ai_chat_current_path() ) ) {
		cf_ai_chat_enqueue();
	}
}

/** Puts the script at the end of the page. */
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
 * Gives the script its settings and keeps it from delaying the page.
 *
 * @param string $html   The script's tag, with any inline script that stands before or after it.
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
 * How the script is loaded, its settings as `data-*` attributes, and what keeps optimisers from changing the tag.
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
	// Without it, the script adds a launcher to every page it is on.
	if ( ! cf_ai_chat_is_shown_on( $settings, cf_ai_chat_current_path() ) ) {
		$attributes['data-mount'] = 'none';
	}
	$attributes['data-cfasync']     = 'false';
	$attributes['data-no-optimize'] = '1';
	$attributes['data-no-defer']    = '1';
	// An empty attribute would hide the setting of the chat itself.
	return array( 'defer' => true ) + array_filter( $attributes, 'strlen' );
}

/**
 * Attributes of an element as HTML. Empty ones are left out: they would hide the site's own setting.
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
