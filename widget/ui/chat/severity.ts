import type { ChatErrorCode } from '../../protocol/chat-error.ts';

/** How a failure looks: `caution` asks for patience or another text, `danger` says that something broke. */
export type Severity = 'caution' | 'danger';

/** Failures that pass by themselves, or that the visitor can mend. */
const PASSING: ReadonlySet<ChatErrorCode> = new Set([
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

/** How an error looks. */
export function severityOf(code: ChatErrorCode): Severity {
  return PASSING.has(code) ? 'caution' : 'danger';
}
