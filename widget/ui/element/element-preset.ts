import type { Settings } from './apply-settings.ts';

/** Defaults for every element of a page. */
export interface ElementPreset {
  /** Default settings, such as those of the script tag. */
  readonly defaults: Settings;
  /** Address of Turnstile's script. Default: Cloudflare's. */
  readonly turnstileScript?: string;
}
