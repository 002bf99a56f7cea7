<?php
/**
 * A test in Tools, Site Health: whether the chat can work with the saved settings.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/**
 * Adds the test.
 *
 * @param array<string, array<string, mixed>> $tests Tests by kind.
 * @return array<string, array<string, mixed>>
 */
function cf_ai_chat_add_site_health_test( $tests ) {
	$tests['direct']['cf_ai_chat'] = array(
		'label' => __( 'AI Chat', 'ai-chat-for-cloudflare-workers' ),
		'test'  => 'cf_ai_chat_test_site_health',
	);
	return $tests;
}

/**
 * The result of the test, which sends no request to the endpoint.
 *
 * @return array<string, mixed>
 */
function cf_ai_chat_test_site_health() {
	$settings = cf_ai_chat_settings();
	$label    = __( 'The AI chat has an endpoint', 'ai-chat-for-cloudflare-workers' );
	$advice   = __( 'To test what it answers, open a page of the site with ?cf-ai-chat-debug at the end of its address.', 'ai-chat-for-cloudflare-workers' );
	$is_good  = true;
	if ( '' === $settings['endpoint'] ) {
		$label   = __( 'The AI chat has no endpoint', 'ai-chat-for-cloudflare-workers' );
		$advice  = __( 'Visitors see no chat until an administrator enters one.', 'ai-chat-for-cloudflare-workers' );
		$is_good = false;
	} elseif ( 'https' === wp_parse_url( home_url(), PHP_URL_SCHEME ) && 'https' !== wp_parse_url( $settings['endpoint'], PHP_URL_SCHEME ) ) {
		$label   = __( 'The AI chat cannot reach its endpoint', 'ai-chat-for-cloudflare-workers' );
		$advice  = __( 'The site is served by https and the endpoint by http; browsers refuse that. Enter an endpoint that begins with https.', 'ai-chat-for-cloudflare-workers' );
		$is_good = false;
	}
	return array(
		'label'       => $label,
		'status'      => $is_good ? 'good' : 'recommended',
		'badge'       => array(
			'label' => __( 'AI Chat', 'ai-chat-for-cloudflare-workers' ),
			'color' => 'blue',
		),
		'description' => '<p>' . esc_html( $advice ) . '</p>',
		'actions'     => sprintf(
			'<a href="%s">%s</a>',
			esc_url( admin_url( 'options-general.php?page=cf-ai-chat' ) ),
			esc_html__( 'Settings', 'ai-chat-for-cloudflare-workers' )
		),
		'test'        => 'cf_ai_chat',
	);
}
