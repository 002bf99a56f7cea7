<?php
/**
 * Suggests a text about the chat for the site's privacy policy.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/** Registers the suggested text with WordPress, which tells administrators when the text has changed. */
function cf_ai_chat_add_privacy_text() {
	$text     = __( 'When you write in the chat, your messages are sent to the service that answers them. A rating that you give an answer, and your comment, go to the same service. The conversation is kept in your browser, for as long as the tab is open unless the site has chosen otherwise.', 'ai-chat-for-cloudflare-workers' );
	$settings = cf_ai_chat_settings();
	if ( '' !== $settings['page-context'] ) {
		$text .= "\n\n" . __( 'With a message, the chat also sends what belongs to the page that you are reading: its address, its title or the text that you have selected.', 'ai-chat-for-cloudflare-workers' );
	}
	if ( '' !== $settings['attachments'] ) {
		$text .= "\n\n" . __( 'Files that you add are sent with your message. When you open the chat, it asks the service which files it takes.', 'ai-chat-for-cloudflare-workers' );
	}
	if ( '' !== $settings['hotkey'] || '' !== $settings['open-on'] ) {
		$text .= "\n\n" . __( 'What you type into the search of the chat is sent while you type to the service that searches.', 'ai-chat-for-cloudflare-workers' );
	}
	if ( '' !== $settings['turnstile-sitekey'] ) {
		$text .= "\n\n" . __( 'With your first message, Cloudflare Turnstile checks that you are human. Its script is loaded from challenges.cloudflare.com for this, and Cloudflare sees your IP address and data about your browser. Its privacy policy:', 'ai-chat-for-cloudflare-workers' );
		$text .= ' https://www.cloudflare.com/turnstile-privacy-policy/';
	}
	wp_add_privacy_policy_content( 'AI Chat for Cloudflare Workers', wp_kses_post( wpautop( make_clickable( $text ) ) ) );
}
