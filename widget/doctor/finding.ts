/** The problems that an installation can have. */
export type FindingCode =
  | 'page-failed'
  | 'no-script'
  | 'script-address'
  | 'script-attribute'
  | 'script-as-text'
  | 'script-inert'
  | 'tag-unknown'
  | 'tag-unclosed'
  | 'no-chat'
  | 'chat-hidden'
  | 'address-broken'
  | 'placeholder'
  | 'scheme-missing'
  | 'quotes'
  | 'setting-ignored'
  | 'setting-value'
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
  | 'csp-img-src'
  | 'csp-trusted-types'
  | 'endpoint-missing'
  | 'search-unopened'
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

/** One problem, described for the page's maintainer. */
export interface Finding {
  readonly code: FindingCode;
  /** The problem, as it was observed. */
  readonly problem: string;
  /** How to fix it. */
  readonly remedy: string;
}
