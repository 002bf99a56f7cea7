<?php
/**
 * Keeps values that were typed into the settings and could not be saved: each is shown again in its field, with the reason above the form.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/**
 * Keeps values until the settings page is drawn again, and adds the reasons why they were not saved.
 *
 * @param array<string, string> $typed The typed values, by the name of the field.
 */
function cf_ai_chat_reject( $typed ) {
	set_transient( cf_ai_chat_rejected_key(), $typed, MINUTE_IN_SECONDS );
	foreach ( $typed as $name => $value ) {
		$field = cf_ai_chat_site_fields()[ $name ];
		add_settings_error(
			CF_AI_CHAT_OPTION,
			'cf-ai-chat-rejected-' . $name,
			sprintf(
				/* translators: 1: name of a setting, 2: what was typed, 3: what it should be. */
				__( '%1$s was not saved: “%2$s” cannot be used. %3$s Everything else is saved.', 'ai-chat-for-cloudflare-workers' ),
				esc_html( $field['label'] ),
				esc_html( $value ),
				cf_ai_chat_expected( $field['control'] )
			)
		);
	}
}

/**
 * The typed values that were not saved, by the name of the field. Reading them deletes them.
 *
 * @return array<string, string>
 */
function cf_ai_chat_rejected() {
	static $typed = null;
	if ( null === $typed ) {
		$found = get_transient( cf_ai_chat_rejected_key() );
		$typed = is_array( $found ) ? $found : array();
		delete_transient( cf_ai_chat_rejected_key() );
	}
	return $typed;
}

/** Name of the user's transient. */
function cf_ai_chat_rejected_key() {
	return 'cf_ai_chat_rejected_' . get_current_user_id();
}

/**
 * A sentence about the values that a kind of field accepts.
 *
 * @param string $control Kind of the field.
 * @return string
 */
function cf_ai_chat_expected( $control ) {
	switch ( $control ) {
		case 'endpoint':
			return __( 'It looks like https://chat.example.workers.dev; copy it from Cloudflare, or from the last line of the deployment.', 'ai-chat-for-cloudflare-workers' );
		case 'number':
			return __( 'It is a number without anything around it, such as 20.', 'ai-chat-for-cloudflare-workers' );
		case 'sources':
			return __( 'It is addresses that begin with https://, with spaces between them.', 'ai-chat-for-cloudflare-workers' );
		default:
			return __( 'It is an address, such as https://www.example.com/help.', 'ai-chat-for-cloudflare-workers' );
	}
}
