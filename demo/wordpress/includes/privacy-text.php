<?php
/**
 * Suggests a text about the chat for the site's privacy policy.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/** Registers the suggested text with WordPress, which tells administrators when the text has changed. */
function cf_ai_chat_add_privacy_text() {
	$text     = __( 'When you write in the chat, your messages are sent to the service that answers them. A rating that you give an answer, and your comment, go to the same service. The conversation is kept in your browser, for as long as the tab is open unless the site has chosen otherwise. Nothing is sent before you write.', 'ai-chat-for-cloudflare-workers' );
	$settings = cf_ai_chat_settings();
	if ( '' !== $settings['turnstile-sitekey'] ) {
		$text .= "\n\n" . __( 'With your first message, Cloudflare Turnstile checks that you are human. Its script is loaded from challenges.cloudflare.com for this, and Cloudflare sees your IP address and data about your browser. Its privacy policy:', 'ai-chat-for-cloudflare-workers' );
		$text .= ' https://www.cloudflare.com/turnstile-privacy-policy/';
	}
	wp_add_privacy_policy_content( 'AI Chat for Cloudflare Workers', wp_kses_post( wpautop( make_clickable( $text ) ) ) );
}
