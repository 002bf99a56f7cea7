import { html, svg, type TemplateResult } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { formatNumber } from '../../words/format-count.ts';
import { fill, type Strings } from '../../words/strings.ts';

const EARLIER = icon(svg`<path d="m14.5 6-6 6 6 6" />`);
const LATER = icon(svg`<path d="m9.5 6 6 6-6 6" />`);

/** Where a message stands among its versions. */
export interface VersionPlace {
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/** The content of the switch, and the handlers of its arrows. */
export interface VersionSwitchView extends VersionPlace {
  readonly strings: Strings;
  /** Nothing may be switched at this moment. */
  readonly isDisabled: boolean;
  /** `step` is -1 or 1. */
  readonly handleStep: (step: number, button: HTMLElement) => void;
}

/** One of the two arrows. */
interface Arrow {
  readonly label: string;
  readonly shape: TemplateResult;
  readonly step: number;
  readonly isAtEnd: boolean;
}

/** "Version 2 of 3". */
export function versionLabel(strings: Strings, { number, count }: VersionPlace): string {
  const format = (value: number): string => formatNumber(value, strings.locale);
  return fill(strings.version, { number: format(number), count: format(count) });
}

/** `‹ 2/3 ›`: which version of a message is shown, and the ways to the others. */
export function renderVersionSwitch(view: VersionSwitchView): TemplateResult {
  const { strings, number, count } = view;
  const earlier = { label: strings.earlierVersion, shape: EARLIER, step: -1, isAtEnd: number === 1 };
  const later = { label: strings.laterVersion, shape: LATER, step: 1, isAtEnd: number === count };
  const format = (value: number): string => formatNumber(value, strings.locale);
  return html`<div class="versions" part="versions" role="group" aria-label=${versionLabel(strings, view)}>
    ${arrow(earlier, view)}
    <span aria-hidden="true">${format(number)}/${format(count)}</span>
    ${arrow(later, view)}
  </div>`;
}

/** It stays focusable at both ends, where the other arrow is the way on. */
function arrow(
  { label, shape, step, isAtEnd }: Arrow,
  { isDisabled, handleStep }: VersionSwitchView,
): TemplateResult {
  const isBlocked = isDisabled || isAtEnd;
  return html`<button
    class="quiet tool"
    type="button"
    aria-label=${label}
    title=${label}
    aria-disabled=${isBlocked ? 'true' : 'false'}
    @click=${({ currentTarget }: Event) => !isBlocked && handleStep(step, currentTarget as HTMLElement)}
  >
    ${shape}
  </button>`;
}
