/**
 * Limits that the widget keeps to and the Worker enforces. Characters are UTF-16 code units.
 *
 * Bytes of the messages in a request, or in a call of the model: of a longer conversation the oldest messages are left out.
 */
export const MAX_CONVERSATION_BYTES = 32_768;
/** Characters in one message of a visitor. */
export const MAX_MESSAGE_CHARACTERS = 4_000;
/** Characters in one assistant message that is sent back; a longer one is cut, not refused. */
export const MAX_ASSISTANT_CHARACTERS = 8_000;
/** Messages in one request. */
export const MAX_MESSAGES = 50;
/** Files of one question. */
export const MAX_FILES = 4;
/** Bytes of one file of a question. */
export const MAX_FILE_BYTES = 4_194_304;
/** Bytes of all files in a request. They do not count towards `MAX_CONVERSATION_BYTES`. */
export const MAX_FILES_BYTES = 8_388_608;
/** Bytes of a text file. */
export const MAX_TEXT_FILE_BYTES = 65_536;
/** Width times height of a picture. */
export const MAX_PIXELS = 50_000_000;
/** Sources of one answer, from any backend. */
export const MAX_SOURCES = 20;
/** Characters in each field of a source; longer text is cut, a longer address is dropped. */
export const MAX_SOURCE_CHARACTERS = 2_000;
/** Characters of a tool's input, and of its output, as JSON; of longer JSON the beginning is kept as text. */
export const MAX_TOOL_CHARACTERS = 2_000;
/** Questions that a backend may suggest after an answer. */
export const MAX_SUGGESTIONS = 4;
/** Characters in one suggested question; a longer question is dropped. */
export const MAX_SUGGESTION_CHARACTERS = 120;
/** Size of `metadata` as JSON, in bytes. */
export const MAX_METADATA_BYTES = 2_048;
/** Interrupts of one answer. If an agent asks for more, all are ignored. */
export const MAX_INTERRUPTS = 20;
/** Characters of the result of a page's tool, as JSON. */
export const MAX_RESULT_CHARACTERS = 8_192;
