<?php
/**
 * Draws the fields of the settings page.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/**
 * Draws one field. A value that could not be saved is shown as it was typed.
 *
 * @param array<string, mixed> $arguments The arguments of add_settings_field().
 */
function cf_ai_chat_draw_field( $arguments ) {
	$rejected = cf_ai_chat_rejected();
	$settings = array_merge( cf_ai_chat_settings(), $rejected );
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
				'<input class="regular-text" type="text" id="%s" name="%s" value="%s" aria-describedby="%s" data-control="%s"%s%s>',
				esc_attr( $id ),
				esc_attr( $name ),
				esc_attr( $value ),
				esc_attr( $id . '-help' ),
				esc_attr( $field['control'] ),
				isset( $rejected[ $arguments['name'] ] ) ? ' aria-invalid="true"' : '',
				'number' === $field['control'] ? ' inputmode="numeric"' : ''
			);
	}
	if ( '' !== $field['description'] ) {
		printf( '<p class="description" id="%s">%s</p>', esc_attr( $id . '-help' ), esc_html( $field['description'] ) );
	}
}

/**
 * Draws a select box.
 *
 * @param string                $id      Id of the list.
 * @param string                $name    Name in the form.
 * @param array<string, string> $choices Labels by value.
 * @param string                $value   The chosen value.
 */
function cf_ai_chat_draw_select( $id, $name, $choices, $value ) {
	printf( '<select id="%s" name="%s">', esc_attr( $id ), esc_attr( $name ) );
	foreach ( $choices as $choice => $words ) {
		printf( '<option value="%s"%s>%s</option>', esc_attr( $choice ), selected( $value, $choice, false ), esc_html( $words ) );
	}
	echo '</select>';
}
