<?php
/**
 * The dependencies of the block's editor script.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n' ),
	'version'      => CF_AI_CHAT_VERSION,
);
