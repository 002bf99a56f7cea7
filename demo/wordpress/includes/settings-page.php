<?php
/**
 * Settings, AI Chat: for administrators only. WordPress checks the nonce and the capability when it saves.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/** Adds the page to the Settings menu. */
function cf_ai_chat_add_settings_page() {
	add_options_page(
		__( 'AI Chat', 'ai-chat-for-cloudflare-workers' ),
		__( 'AI Chat', 'ai-chat-for-cloudflare-workers' ),
		'manage_options',
		'cf-ai-chat',
		'cf_ai_chat_draw_settings_page'
	);
}

/**
 * Adds a link to the settings in the list of plugins.
 *
 * @param array<string, string> $links Links of the plugin.
 * @return array<string, string>
 */
function cf_ai_chat_add_settings_link( $links ) {
	$link = sprintf(
		'<a href="%s">%s</a>',
		esc_url( admin_url( 'options-general.php?page=cf-ai-chat' ) ),
		esc_html__( 'Settings', 'ai-chat-for-cloudflare-workers' )
	);
	return array_merge( array( 'settings' => $link ), $links );
}

/** Declares the option and the fields of the page. */
function cf_ai_chat_register_settings() {
	register_setting(
		'cf_ai_chat',
		CF_AI_CHAT_OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => 'cf_ai_chat_sanitize_settings',
			'show_in_rest'      => false,
		)
	);
	add_settings_section( 'cf_ai_chat_site', __( 'Where it stands', 'ai-chat-for-cloudflare-workers' ), '__return_null', 'cf-ai-chat' );
	foreach ( cf_ai_chat_rule_fields() as $name => $field ) {
		cf_ai_chat_add_field( $name, $field, 'cf_ai_chat_site' );
	}
	add_settings_section( 'cf_ai_chat_chat', __( 'The chat', 'ai-chat-for-cloudflare-workers' ), '__return_null', 'cf-ai-chat' );
	foreach ( cf_ai_chat_site_fields() as $name => $field ) {
		cf_ai_chat_add_field( $name, $field, 'cf_ai_chat_chat' );
	}
}

/**
 * The fields that are WordPress's own: on which pages the chat stands.
 *
 * @return array<string, array<string, mixed>>
 */
function cf_ai_chat_rule_fields() {
	return array(
		'everywhere' => array(
			'label'       => __( 'On the whole site', 'ai-chat-for-cloudflare-workers' ),
			'control'     => 'checkbox',
			'description' => __( 'Shows the launcher in the corner of the pages chosen below. The block and the shortcode work without it.', 'ai-chat-for-cloudflare-workers' ),
		),
		'rule'       => array(
			'label'       => __( 'Pages', 'ai-chat-for-cloudflare-workers' ),
			'control'     => 'select',
			'choices'     => array(
				'all'    => __( 'All pages', 'ai-chat-for-cloudflare-workers' ),
				'only'   => __( 'Only these', 'ai-chat-for-cloudflare-workers' ),
				'except' => __( 'All but these', 'ai-chat-for-cloudflare-workers' ),
			),
			'description' => '',
		),
		'paths'      => array(
			'label'       => __( 'Paths', 'ai-chat-for-cloudflare-workers' ),
			'control'     => 'textarea',
			'description' => __( 'One per line, such as /contact or /shop/*', 'ai-chat-for-cloudflare-workers' ),
		),
	);
}

/**
 * Adds one field to the page.
 *
 * @param string               $name    Key of the setting.
 * @param array<string, mixed> $field   What it takes.
 * @param string               $section Section it stands in.
 */
function cf_ai_chat_add_field( $name, $field, $section ) {
	add_settings_field(
		'cf-ai-chat-' . $name,
		$field['label'],
		'cf_ai_chat_draw_field',
		'cf-ai-chat',
		$section,
		array(
			'name'      => $name,
			'field'     => $field,
			'label_for' => 'cf-ai-chat-' . $name,
		)
	);
}

/** Draws the page. */
function cf_ai_chat_draw_settings_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1><form action="options.php" method="post">';
	settings_fields( 'cf_ai_chat' );
	do_settings_sections( 'cf-ai-chat' );
	submit_button();
	echo '</form></div>';
}

/**
 * Draws one field.
 *
 * @param array<string, mixed> $arguments What was given to add_settings_field().
 */
function cf_ai_chat_draw_field( $arguments ) {
	$settings = cf_ai_chat_settings();
	$value    = $settings[ $arguments['name'] ];
	$field    = $arguments['field'];
	$id       = $arguments['label_for'];
	$name     = CF_AI_CHAT_OPTION . '[' . $arguments['name'] . ']';
	switch ( $field['control'] ) {
		case 'select':
			cf_ai_chat_draw_select( $id, $name, $field['choices'], $value );
			break;
		case 'checkbox':
			printf( '<input type="checkbox" id="%s" name="%s" value="1"%s>', esc_attr( $id ), esc_attr( $name ), checked( $value, '1', false ) );
			break;
		case 'textarea':
			printf( '<textarea class="large-text" rows="4" id="%s" name="%s">%s</textarea>', esc_attr( $id ), esc_attr( $name ), esc_textarea( $value ) );
			break;
		default:
			printf(
				'<input class="regular-text" type="%s" id="%s" name="%s" value="%s">',
				'number' === $field['control'] ? 'number' : 'text',
				esc_attr( $id ),
				esc_attr( $name ),
				esc_attr( $value )
			);
	}
	if ( '' !== $field['description'] ) {
		printf( '<p class="description">%s</p>', esc_html( $field['description'] ) );
	}
}

/**
 * Draws a list to choose from.
 *
 * @param string                $id      Id of the list.
 * @param string                $name    Name in the form.
 * @param array<string, string> $choices Words by value.
 * @param string                $value   What is chosen.
 */
function cf_ai_chat_draw_select( $id, $name, $choices, $value ) {
	printf( '<select id="%s" name="%s">', esc_attr( $id ), esc_attr( $name ) );
	foreach ( $choices as $choice => $words ) {
		printf( '<option value="%s"%s>%s</option>', esc_attr( $choice ), selected( $value, $choice, false ), esc_html( $words ) );
	}
	echo '</select>';
}

/** Suggests what the site's privacy policy says about the chat. WordPress tells administrators when this changes. */
function cf_ai_chat_add_privacy_text() {
	$text     = __( 'When you write in the chat, your messages are sent to the service that answers them. A rating that you give an answer, and your comment, go to the same service. The conversation is kept in your browser, for as long as the tab is open unless the site has chosen otherwise. Nothing is sent before you write.', 'ai-chat-for-cloudflare-workers' );
	$settings = cf_ai_chat_settings();
	if ( '' !== $settings['turnstile-sitekey'] ) {
		$text .= "\n\n" . __( 'With your first message, Cloudflare Turnstile checks that you are human. Its script is loaded from challenges.cloudflare.com for this, and Cloudflare sees your IP address and data about your browser. Its privacy policy:', 'ai-chat-for-cloudflare-workers' );
		$text .= ' https://www.cloudflare.com/turnstile-privacy-policy/';
	}
	wp_add_privacy_policy_content( 'AI Chat for Cloudflare Workers', wp_kses_post( wpautop( make_clickable( $text ) ) ) );
}
