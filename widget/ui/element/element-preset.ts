import type { Settings } from './apply-settings.ts';

/** What every element of a page starts from. */
export interface ElementPreset {
  /** Settings that every element starts from, such as those of the script tag. */
  readonly defaults: Settings;
  /** Address of Turnstile's script, if not at Cloudflare. */
  readonly turnstileScript?: string;
}
