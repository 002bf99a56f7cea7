/**
 * Caps that the widget keeps and the Worker enforces. Characters are UTF-16 code units.
 *
 * Bytes of the messages that are sent, or that a model is asked with: of a longer conversation the oldest are left out.
 */
export const MAX_CONVERSATION_BYTES = 32_768;
/** Characters in one message of a visitor. */
export const MAX_MESSAGE_CHARACTERS = 4_000;
/** Characters in one assistant message that comes back; longer ones are cut, not refused. */
export const MAX_ASSISTANT_CHARACTERS = 8_000;
/** Messages in one request. */
export const MAX_MESSAGES = 50;
/** Files of one question. */
export const MAX_FILES = 4;
/** Bytes of one of them. */
export const MAX_FILE_BYTES = 4_194_304;
/** Bytes of all files of a request. They do not count in a conversation. */
export const MAX_FILES_BYTES = 8_388_608;
/** Bytes of a text file. */
export const MAX_TEXT_FILE_BYTES = 65_536;
/** Width times height of a picture. */
export const MAX_PIXELS = 50_000_000;
/** Sources of one answer, from any backend. */
export const MAX_SOURCES = 20;
/** Characters in each field of a source; a longer text is cut, a longer address is dropped. */
export const MAX_SOURCE_CHARACTERS = 2_000;
/** Characters of a tool's input, and of its output, as JSON; longer ones are kept as the beginning of that text. */
export const MAX_TOOL_CHARACTERS = 2_000;
/** Questions that a backend may suggest after an answer. */
export const MAX_SUGGESTIONS = 4;
/** Characters in one of them; a longer one is dropped. */
export const MAX_SUGGESTION_CHARACTERS = 120;
/** Size of `metadata` as JSON, in bytes. */
export const MAX_METADATA_BYTES = 2_048;
/** Interrupts of one answer: an agent that asks more often is not answered. */
export const MAX_INTERRUPTS = 20;
/** Size of what a tool of the page gives, as JSON, in characters. */
export const MAX_RESULT_CHARACTERS = 8_192;
