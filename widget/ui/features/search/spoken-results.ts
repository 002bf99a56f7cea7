import { Announcer } from '../../base/announcer.ts';
import type { ElementStrings } from '../../strings/element-strings.ts';
import { formatCount } from '../../strings/format-count.ts';
import { fill, type Strings } from '../../strings/strings.ts';
import type { Finding } from './finder.ts';

/**
 * Announces the result of a search to screen readers. Inside the dialog, because while it is modal nothing outside is read
 * out.
 */
export class SpokenResults {
  readonly #strings: ElementStrings;
  readonly #announcer = new Announcer();

  constructor(strings: ElementStrings) {
    this.#strings = strings;
  }

  /** The live region of the dialog. */
  get region(): HTMLElement {
    return this.#announcer.region;
  }

  tell(finding: Finding, text: string): void {
    const { current, locale } = this.#strings;
    if (finding.status === 'failed') this.#announcer.announce(failureText(finding, current));
    else if (finding.status === 'found') {
      const { length } = finding.results.results;
      const words =
        length === 0 ? fill(current.noResults, { text }) : formatCount(current.resultCount, length, locale);
      this.#announcer.announce(words);
    }
  }
}

/** Why a search has failed, as text for visitors. */
export function failureText(
  { error }: Finding & { status: 'failed' },
  { searchFailed, searchOffline, errors }: Strings,
): string {
  if (error.code === 'offline') return searchOffline;
  return error.code === 'rate-limited' ? errors['rate-limited'] : searchFailed;
}
