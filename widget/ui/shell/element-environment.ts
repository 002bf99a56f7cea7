import type { Settings } from './apply-settings.ts';
import type { PanelModule } from './chat-panel.ts';

/** What whoever brings the element (a module, the script tag) gives it: one object, before the first element is made. */
export interface ElementEnvironment {
  /** Fetches the panel's code. */
  readonly loadPanel: () => Promise<PanelModule>;
  /** Settings that every element starts from, such as those of the script tag. */
  readonly defaults: Settings;
  /** Address of Turnstile's script, if not at Cloudflare. */
  readonly turnstileScript?: string;
}
