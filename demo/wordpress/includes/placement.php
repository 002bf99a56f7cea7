<?php
/**
 * Places the chat in the content of a page, by a shortcode or a block. Both draw the same element.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/** Registers the shortcode and the block. */
function cf_ai_chat_register_placements() {
	add_shortcode( 'cf_ai_chat', 'cf_ai_chat_render_shortcode' );
	$block = register_block_type(
		dirname( __DIR__ ) . '/block',
		array( 'render_callback' => 'cf_ai_chat_render_block' )
	);
	if ( $block && is_admin() ) {
		wp_add_inline_script(
			'cf-ai-chat-chat-editor-script',
			'window.cfAiChatBlockFields = ' . wp_json_encode( array_values( cf_ai_chat_author_fields() ) ) . ';',
			'before'
		);
	}
}

/**
 * Draws `[cf_ai_chat heading="…"]text shown without scripts[/cf_ai_chat]`.
 *
 * @param array<string, string>|string $attributes The shortcode's attributes; an empty string without any.
 * @param string|null                  $content    The text between the tags.
 * @return string
 */
function cf_ai_chat_render_shortcode( $attributes, $content = '' ) {
	$values = array();
	foreach ( cf_ai_chat_author_fields() as $name => $field ) {
		if ( is_array( $attributes ) && isset( $attributes[ $name ] ) ) {
			$values[ $name ] = $attributes[ $name ];
		}
	}
	$height = is_array( $attributes ) && isset( $attributes['height'] ) ? $attributes['height'] : '';
	return cf_ai_chat_render_element( $values, $height, (string) $content );
}

/**
 * Draws the block.
 *
 * @param array<string, mixed> $attributes The block's attributes, by the property's name.
 * @return string
 */
function cf_ai_chat_render_block( $attributes ) {
	$values = array();
	foreach ( cf_ai_chat_author_fields() as $name => $field ) {
		$value = isset( $attributes[ $field['property'] ] ) ? $attributes[ $field['property'] ] : '';
		if ( is_scalar( $value ) ) {
			$values[ $name ] = (string) $value;
		}
	}
	return cf_ai_chat_render_element( $values, isset( $attributes['height'] ) ? $attributes['height'] : '', '' );
}

/**
 * HTML of the element; also adds the script to the page. Until an endpoint is saved, visitors see nothing and nothing loads.
 *
 * @param array<string, string> $values   Attributes that authors may set, by name.
 * @param mixed                 $height   Height of an inline chat in pixels.
 * @param string                $fallback HTML that is shown without scripts.
 * @return string
 */
function cf_ai_chat_render_element( $values, $height, $fallback ) {
	$settings = cf_ai_chat_settings();
	if ( '' === $settings['endpoint'] ) {
		return cf_ai_chat_missing_endpoint_note();
	}
	cf_ai_chat_enqueue();
	$attributes = array( 'mode' => 'inline' );
	foreach ( cf_ai_chat_author_fields() as $name => $field ) {
		$value = isset( $values[ $name ] ) ? cf_ai_chat_sanitize_value( $field, $values[ $name ] ) : '';
		if ( '' !== $value ) {
			$attributes[ $name ] = $value;
		}
	}
	if ( 'inline' === $attributes['mode'] ) {
		$pixels              = absint( $height );
		$attributes['style'] = sprintf( 'height:%dpx', $pixels > 0 ? $pixels : 600 );
	}
	return sprintf(
		'<cf-ai-chat%s>%s</cf-ai-chat>',
		cf_ai_chat_attributes_html( $attributes ),
		wp_kses_post( $fallback )
	);
}

/**
 * A note for administrators only, which says why there is no chat.
 *
 * @return string
 */
function cf_ai_chat_missing_endpoint_note() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return '';
	}
	return sprintf(
		'<p><a href="%s">%s</a></p>',
		esc_url( admin_url( 'options-general.php?page=cf-ai-chat' ) ),
		esc_html__( 'The AI chat needs an endpoint before it can be shown. Only you see this.', 'ai-chat-for-cloudflare-workers' )
	);
}
