<?php
// Checks PHP files of the plugin against the rules of the plugin directory. Prints findings as JSON:
// a list of {file, line, rule, detail}. Usage: php lint.php TEXT-DOMAIN FILE…

const GUARDS      = array( 'ABSPATH', 'WP_UNINSTALL_PLUGIN' );
const TRANSLATORS = array( '__', '_e', '_x', '_n', 'esc_html__', 'esc_html_e', 'esc_attr__', 'esc_attr_e' );
const SAFE_OUTPUT = array( 'esc_html', 'esc_html__', 'esc_attr', 'esc_attr__', 'esc_url', 'esc_textarea', 'wp_kses_post', 'checked', 'selected', 'absint' );
const FORBIDDEN   = array(
	// Code that hides or runs code.
	'eval', 'create_function', 'base64_decode', 'str_rot13', 'gzinflate', 'assert', 'extract', 'unserialize',
	'exec', 'shell_exec', 'system', 'passthru', 'proc_open', 'popen',
	// Requests and files: the plugin makes none.
	'curl_init', 'file_get_contents', 'file_put_contents', 'fopen', 'wp_remote_get', 'wp_remote_post', 'wp_remote_request', 'fsockopen',
	// Left from debugging.
	'var_dump', 'print_r', 'error_log', 'debug_backtrace', 'phpinfo',
	// Newer than PHP 7.4.
	'str_contains', 'str_starts_with', 'str_ends_with', 'array_is_list', 'get_debug_type',
);
const SUPERGLOBALS = array( '$_GET', '$_POST', '$_REQUEST', '$_SERVER', '$_COOKIE', '$_FILES' );
const NEWER_TOKENS = array( 'T_MATCH', 'T_NULLSAFE_OBJECT_OPERATOR', 'T_ENUM', 'T_READONLY', 'T_ATTRIBUTE' );

$domain   = $argv[1];
$findings = array();
foreach ( array_slice( $argv, 2 ) as $file ) {
	foreach ( ( new Linter( $file, $domain ) )->findings() as $finding ) {
		$findings[] = array( 'file' => $file ) + $finding;
	}
}
echo json_encode( $findings );

class Linter {
	private $tokens = array();
	private $domain;
	private $source;
	private $found = array();

	public function __construct( $file, $domain ) {
		$this->domain = $domain;
		$this->source = file_get_contents( $file );
		$line         = 1;
		foreach ( token_get_all( $this->source ) as $token ) {
			$line = is_array( $token ) ? $token[2] : $line;
			$type = is_array( $token ) ? token_name( $token[0] ) : $token;
			if ( ! in_array( $type, array( 'T_WHITESPACE', 'T_COMMENT', 'T_DOC_COMMENT' ), true ) ) {
				$this->tokens[] = array( 'type' => $type, 'text' => is_array( $token ) ? $token[1] : $token, 'line' => $line );
			}
		}
	}

	public function findings() {
		$this->check_guard();
		$depth = 0;
		foreach ( $this->tokens as $index => $token ) {
			$depth += '{' === $token['text'] ? 1 : ( '}' === $token['text'] ? -1 : 0 );
			$this->check_token( $index, $token );
			$this->check_names( $index, $token, $depth );
		}
		return $this->found;
	}

	private function report( $rule, $line, $detail ) {
		$this->found[] = compact( 'rule', 'line', 'detail' );
	}

	private function text( $index ) {
		return isset( $this->tokens[ $index ] ) ? $this->tokens[ $index ]['text'] : '';
	}

	/** The first statement leaves when the file is asked for by itself. */
	private function check_guard() {
		$start = implode( '', array_column( array_slice( $this->tokens, 1, 7 ), 'text' ) );
		foreach ( GUARDS as $guard ) {
			if ( "defined('$guard')||exit;" === $start ) {
				return;
			}
		}
		$this->report( 'guard', 1, 'the file runs when it is opened by itself' );
	}

	private function check_token( $index, $token ) {
		$is_call = '(' === $this->text( $index + 1 ) && ! in_array( $this->text( $index - 1 ), array( 'function', '->', '::' ), true );
		if ( in_array( $token['type'], array( 'T_INLINE_HTML', 'T_CLOSE_TAG', 'T_OPEN_TAG_WITH_ECHO' ), true ) ) {
			$this->report( 'tags', $token['line'], 'PHP is left and entered' );
		}
		if ( in_array( $token['type'], NEWER_TOKENS, true ) ) {
			$this->report( 'newer', $token['line'], $token['text'] );
		}
		if ( '`' === $token['text'] || ( $is_call && in_array( strtolower( $token['text'] ), FORBIDDEN, true ) ) ) {
			$this->report( 'forbidden', $token['line'], $token['text'] );
		}
		if ( in_array( $token['text'], SUPERGLOBALS, true ) ) {
			$this->check_input( $index, $token );
		}
		if ( $is_call && in_array( $token['text'], TRANSLATORS, true ) ) {
			$this->check_translation( $index, $token );
		}
		if ( 'T_ECHO' === $token['type'] || 'T_PRINT' === $token['type'] ) {
			$this->check_output( $this->operands( $index + 1, array( '.', ',' ) ), $token );
		}
		if ( $is_call && in_array( $token['text'], array( 'printf', 'vprintf' ), true ) ) {
			$this->check_output( $this->operands( $index + 2, array( ',' ) ), $token );
		}
	}

	/** Input is looked for, or cleaned at once. */
	private function check_input( $index, $token ) {
		$before = array( $this->text( $index - 2 ), $this->text( $index - 1 ) );
		if ( array( 'isset', '(' ) === $before ) {
			return;
		}
		$cleaner = $this->text( $index - 4 );
		if ( array( 'wp_unslash', '(' ) !== $before || ! preg_match( '/^(sanitize_\w+|esc_url_raw|absint)$/', $cleaner ) ) {
			$this->report( 'input', $token['line'], $token['text'] );
		}
	}

	private function check_translation( $index, $token ) {
		$arguments = $this->operands( $index + 2, array( ',' ) );
		$domain    = end( $arguments );
		$words     = reset( $arguments );
		if ( "'{$this->domain}'" !== implode( '', array_column( $domain, 'text' ) ) ) {
			$this->report( 'domain', $token['line'], $token['text'] );
		}
		if ( 1 !== count( $words ) || 'T_CONSTANT_ENCAPSED_STRING' !== $words[0]['type'] ) {
			$this->report( 'words', $token['line'], 'what is translated is no literal' );
		}
	}

	/** Whatever is written is a literal, a choice between literals, or escaped right there. */
	private function check_output( $operands, $token ) {
		foreach ( $operands as $operand ) {
			$types     = array_column( $operand, 'type' );
			$question  = array_search( '?', $types, true );
			$written   = false === $question ? $operand : array_slice( $operand, $question + 1 );
			$is_plain  = array() === array_diff( array_column( $written, 'type' ), array( 'T_CONSTANT_ENCAPSED_STRING', 'T_LNUMBER', ':' ) );
			$is_escape = 'T_STRING' === $written[0]['type'] && in_array( $written[0]['text'], SAFE_OUTPUT, true ) && false === $question;
			if ( ! $is_plain && ! $is_escape ) {
				$this->report( 'escape', $token['line'], implode( '', array_column( $operand, 'text' ) ) );
			}
		}
	}

	/** Every global name has the prefix. */
	private function check_names( $index, $token, $depth ) {
		$next = $this->text( $index + 1 );
		if ( 'T_FUNCTION' === $token['type'] && '(' !== $next && 0 === $depth && 0 !== strpos( $next, 'cf_ai_chat_' ) ) {
			$this->report( 'prefix', $token['line'], $next );
		}
		if ( 'T_CONST' === $token['type'] && 0 === $depth && 0 !== strpos( $next, 'CF_AI_CHAT_' ) ) {
			$this->report( 'prefix', $token['line'], $next );
		}
		$is_global = 'T_VARIABLE' === $token['type'] && 0 === $depth && '=' === $next;
		if ( $is_global && ! $this->is_parameter( $index ) && 0 !== strpos( $token['text'], '$cf_ai_chat_' ) ) {
			$this->report( 'prefix', $token['line'], $token['text'] );
		}
	}

	private function is_parameter( $index ) {
		return in_array( $this->text( $index - 1 ), array( '(', ',' ), true );
	}

	/** Tokens from an index to the end of the statement or call, cut at separators of its own level. */
	private function operands( $index, $separators ) {
		$operands = array( array() );
		$depth    = 0;
		for ( ; isset( $this->tokens[ $index ] ); $index++ ) {
			$text   = $this->text( $index );
			$depth += in_array( $text, array( '(', '[' ), true ) ? 1 : ( in_array( $text, array( ')', ']' ), true ) ? -1 : 0 );
			if ( $depth < 0 || ( 0 === $depth && ';' === $text ) ) {
				break;
			}
			if ( 0 === $depth && in_array( $text, $separators, true ) ) {
				$operands[] = array();
			} else {
				$operands[ count( $operands ) - 1 ][] = $this->tokens[ $index ];
			}
		}
		return array_values( array_filter( $operands ) );
	}
}
