import type { ChatErrorCode } from '../../protocol/chat-error.ts';

/** The look of a failure. `caution`: wait, or change the text; `danger`: something is broken. */
export type Severity = 'caution' | 'danger';

/** Failures that end by themselves, or that the visitor can fix. */
const CAUTION_CODES: ReadonlySet<ChatErrorCode> = new Set([
  'rate-limited',
  'quota-exceeded',
  'site-limit',
  'model-busy',
  'offline',
  'too-large',
  'unsupported-content',
  'session-required',
  'challenge-required',
]);

/** The severity for an error code. */
export function severityOf(code: ChatErrorCode): Severity {
  return CAUTION_CODES.has(code) ? 'caution' : 'danger';
}
