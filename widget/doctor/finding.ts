/** What can be wrong with an installation. */
export type FindingCode =
  | 'page-failed'
  | 'no-script'
  | 'script-blocked'
  | 'chunk-blocked'
  | 'integrity-mismatch'
  | 'crossorigin-missing'
  | 'script-not-shared'
  | 'settings-broken'
  | 'two-versions'
  | 'wrong-content-type'
  | 'mixed-content'
  | 'csp-script-src'
  | 'csp-connect-src'
  | 'csp-turnstile'
  | 'csp-trusted-types'
  | 'endpoint-missing'
  | 'endpoint-unreachable'
  | 'endpoint-silent'
  | 'origin-refused'
  | 'bot-check-missing'
  | 'endpoint-failed'
  | 'not-an-answer'
  | 'answer-failed'
  | 'answer-empty'
  | 'answer-unknown'
  | 'answer-cut'
  | 'answer-unfinished'
  | 'buffered';

/** One thing that is wrong, in words for whoever maintains the page. */
export interface Finding {
  readonly code: FindingCode;
  /** What was seen. */
  readonly problem: string;
  /** What to do about it. */
  readonly remedy: string;
}
