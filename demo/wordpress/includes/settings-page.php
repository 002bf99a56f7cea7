<?php
/**
 * Settings, AI Chat: for administrators only. WordPress checks the nonce and the capability when it saves.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

const CF_AI_CHAT_PAGE = 'cf-ai-chat';

/** Adds the page to the Settings menu. */
function cf_ai_chat_add_settings_page() {
	add_options_page(
		__( 'AI Chat', 'ai-chat-for-cloudflare-workers' ),
		__( 'AI Chat', 'ai-chat-for-cloudflare-workers' ),
		'manage_options',
		CF_AI_CHAT_PAGE,
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
	$fields = cf_ai_chat_site_fields();
	cf_ai_chat_add_field( 'endpoint', $fields['endpoint'], 'start' );
	foreach ( cf_ai_chat_rule_fields() as $name => $field ) {
		cf_ai_chat_add_field( $name, $field, 'start' );
	}
	unset( $fields['endpoint'] );
	foreach ( $fields as $name => $field ) {
		cf_ai_chat_add_field( $name, $field, $field['tab'] );
	}
}

/**
 * The sections of the page below the address, in their order.
 *
 * @return array<string, string> Headings by name.
 */
function cf_ai_chat_tabs() {
	return array(
		'looks'    => __( 'Looks', 'ai-chat-for-cloudflare-workers' ),
		'words'    => __( 'Words', 'ai-chat-for-cloudflare-workers' ),
		'visitors' => __( 'Visitors and privacy', 'ai-chat-for-cloudflare-workers' ),
		'service'  => __( 'Service', 'ai-chat-for-cloudflare-workers' ),
	);
}

/**
 * The fields that only the plugin has, and not the chat: on which pages the chat is shown.
 *
 * @return array<string, array<string, mixed>>
 */
function cf_ai_chat_rule_fields() {
	return array(
		'everywhere' => array(
			'label'       => __( 'On the whole site', 'ai-chat-for-cloudflare-workers' ),
			'control'     => 'checkbox',
			'description' => __( 'Shows the chat in the corner of the pages chosen below. The block and the shortcode work without it.', 'ai-chat-for-cloudflare-workers' ),
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
 * @param array<string, mixed> $field   Its definition.
 * @param string               $section Section of the page.
 */
function cf_ai_chat_add_field( $name, $field, $section ) {
	add_settings_field(
		'cf-ai-chat-' . $name,
		esc_html( $field['label'] ),
		'cf_ai_chat_draw_field',
		CF_AI_CHAT_PAGE,
		'cf_ai_chat_' . $section,
		array(
			'name'      => $name,
			'field'     => $field,
			'label_for' => 'cf-ai-chat-' . $name,
			'class'     => 'cf-ai-chat-row-' . $name,
		)
	);
}

/** Draws the page: the address first, then the tabs, and a preview beside them. */
function cf_ai_chat_draw_settings_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap cf-ai-chat-settings"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
	echo '<form action="options.php" method="post"><div class="cf-ai-chat-fields">';
	settings_fields( 'cf_ai_chat' );
	echo '<table class="form-table" role="presentation">';
	do_settings_fields( CF_AI_CHAT_PAGE, 'cf_ai_chat_start' );
	echo '</table>';
	echo '<div class="nav-tab-wrapper" aria-label="' . esc_attr__( 'Further settings', 'ai-chat-for-cloudflare-workers' ) . '">';
	foreach ( cf_ai_chat_tabs() as $name => $words ) {
		printf( '<a class="nav-tab" id="cf-ai-chat-tab-%1$s" href="#cf-ai-chat-%1$s">%2$s</a>', esc_attr( $name ), esc_html( $words ) );
	}
	echo '</div>';
	foreach ( cf_ai_chat_tabs() as $name => $words ) {
		printf( '<section class="cf-ai-chat-tab" id="cf-ai-chat-%s"><h2>%s</h2>', esc_attr( $name ), esc_html( $words ) );
		echo '<table class="form-table" role="presentation">';
		do_settings_fields( CF_AI_CHAT_PAGE, 'cf_ai_chat_' . $name );
		echo '</table></section>';
	}
	submit_button();
	echo '</div><aside class="cf-ai-chat-preview"><h2>' . esc_html__( 'Preview', 'ai-chat-for-cloudflare-workers' ) . '</h2></aside></form></div>';
}

/**
 * Loads scripts and styles, on the settings page only: WordPress's colour picker, the chat for the preview, and the page's own script.
 *
 * @param string $page Name of the page of wp-admin.
 */
function cf_ai_chat_enqueue_settings_page( $page ) {
	if ( 'settings_page_' . CF_AI_CHAT_PAGE !== $page ) {
		return;
	}
	$file = plugins_url( 'admin/settings', CF_AI_CHAT_FILE );
	wp_enqueue_style( 'cf-ai-chat-settings', $file . '.css', array( 'wp-color-picker' ), CF_AI_CHAT_VERSION );
	wp_enqueue_script( 'cf-ai-chat-preview', plugins_url( 'widget/cf-ai-chat.js', CF_AI_CHAT_FILE ), array(), CF_AI_CHAT_VERSION, true );
	// The page's script places the preview. Without this line the chat would add its launcher to wp-admin.
	wp_add_inline_script( 'cf-ai-chat-preview', 'window.cfAiChat = { mount: "none" };', 'before' );
	wp_enqueue_script( 'cf-ai-chat-settings', $file . '.js', array( 'wp-color-picker', 'cf-ai-chat-preview' ), CF_AI_CHAT_VERSION, true );
	wp_add_inline_script( 'cf-ai-chat-settings', 'window.cfAiChatSettings = ' . wp_json_encode( cf_ai_chat_page_data() ) . ';', 'before' );
}

/**
 * Data for the page's script.
 *
 * @return array<string, mixed>
 */
function cf_ai_chat_page_data() {
	$home = wp_parse_url( home_url() );
	return array(
		'origin'    => $home['scheme'] . '://' . $home['host'] . ( isset( $home['port'] ) ? ':' . $home['port'] : '' ),
		'previewed' => array_keys( cf_ai_chat_author_fields() ),
		'language'  => str_replace( '_', '-', get_locale() ),
		'words'     => array(
			'test'         => __( 'Test connection', 'ai-chat-for-cloudflare-workers' ),
			'testing'      => __( 'Asking the service …', 'ai-chat-for-cloudflare-workers' ),
			'empty'        => __( 'Enter an address first.', 'ai-chat-for-cloudflare-workers' ),
			'invalid'      => __( 'This is no address.', 'ai-chat-for-cloudflare-workers' ) . ' ' . cf_ai_chat_expected( 'endpoint' ),
			/* translators: %s: who answers the questions, such as workers-ai. */
			'good'         => __( 'Connected. The service answers with %s, and it allows this site.', 'ai-chat-for-cloudflare-workers' ),
			/* translators: %s: address of the site, such as https://www.example.com. */
			'otherOrigin'  => __( 'Visitors come by %s. The service has to allow that address, too.', 'ai-chat-for-cloudflare-workers' ),
			/* translators: %s: address of the site, such as https://www.example.com. */
			'refused'      => __( 'The service is there, but does not allow %s. Add the site, and deploy or start the service again:', 'ai-chat-for-cloudflare-workers' ),
			/* translators: %s: address that takes questions, such as https://chat.example.com/api/chat. */
			'path'         => __( 'The service is there, but takes no questions at this address. Write: %s', 'ai-chat-for-cloudflare-workers' ),
			/* translators: %s: a short code, such as not-configured. */
			'unready'      => __( 'The service is there, but is not set up yet (%s). Its log says what is missing.', 'ai-chat-for-cloudflare-workers' ),
			/* translators: %s: status of the answer, such as 404. */
			'unknown'      => __( 'Something answers at this address (status %s), but it is not the Worker of this chat. With a service of another kind, save and ask a question on the site.', 'ai-chat-for-cloudflare-workers' ),
			'silent'       => __( 'Nothing answers at this address. Check it for typing errors, and that the Worker is deployed.', 'ai-chat-for-cloudflare-workers' ),
			'insecure'     => __( 'This site is opened by https, and the address begins with http; browsers refuse that. Write https.', 'ai-chat-for-cloudflare-workers' ),
			'previewReply' => __( 'This is the preview. On the site, your service answers here.', 'ai-chat-for-cloudflare-workers' ),
		),
	);
}

/**
 * Loads the page's script as a module, so that its names are not global.
 *
 * @param string $html   The script's tag, with the inline script before it.
 * @param string $handle Name of the script.
 * @return string
 */
function cf_ai_chat_make_module( $html, $handle ) {
	$tags = new WP_HTML_Tag_Processor( $html );
	while ( 'cf-ai-chat-settings' === $handle && $tags->next_tag( 'script' ) ) {
		if ( null !== $tags->get_attribute( 'src' ) ) {
			$tags->set_attribute( 'type', 'module' );
		}
	}
	return $tags->get_updated_html();
}
