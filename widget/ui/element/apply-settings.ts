import type { ReactiveElement } from '@lit/reactive-element';

/** Settings by property name. Text is converted like an attribute; any other value is set as the property. */
export type Settings = Readonly<Record<string, unknown>>;

/**
 * Applies settings to an element, in their order. Ignores names that the element does not declare, and names for which
 * `isFree` returns false. `isFree` receives the names of the property and of its attribute.
 */
export function applySettings(
  element: ReactiveElement,
  settings: Settings,
  isFree: (name: string, attribute: string) => boolean = () => true,
): void {
  const { elementProperties } = element.constructor as typeof ReactiveElement;
  // Parsed JSON may be any value, not only an object.
  for (const [name, value] of Object.entries(Object(settings) as Settings)) {
    const { attribute } = elementProperties.get(name) ?? {};
    if (attribute === undefined || !isFree(name, String(attribute))) continue;
    if (typeof value === 'string' && attribute)
      element.attributeChangedCallback(String(attribute), null, value);
    else Reflect.set(element, name, value);
  }
}

/** Applies the settings that the page's markup has for an element besides its attributes. Call once, when it is connected. */
export function applyMarkupSettings(element: ReactiveElement): void {
  applyServerAttributes(element);
  applyJsonChild(element);
  // While the document is parsed, the children may not exist yet.
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => applyJsonChild(element), { once: true });
}

/**
 * Applies the settings of an element's child `<script type="application/json">`. A setting that an attribute or the page has
 * changed from its default is kept. Invalid JSON is ignored, with one line in the console.
 */
function applyJsonChild(element: ReactiveElement): void {
  const json = element.querySelector(':scope > [type="application/json"]')?.textContent;
  if (!json) return;
  const untouched = document.createElement(element.localName);
  let settings: Settings = {};
  try {
    settings = JSON.parse(json);
  } catch (error) {
    // oxlint-disable-next-line no-console -- only the site's developer can correct it
    console.warn('<cf-ai-chat>: the JSON is ignored:', error);
  }
  applySettings(
    element,
    settings,
    (name, attribute) =>
      !element.hasAttribute(attribute) && Reflect.get(element, name) === Reflect.get(untouched, name),
  );
}

/**
 * Applies properties that a framework's server has rendered as attributes without hyphens: React renders `historyLimit={3}` as
 * `historylimit="3"`.
 */
function applyServerAttributes(element: ReactiveElement): void {
  applySettings(
    element,
    Object.fromEntries(
      [...(element.constructor as typeof ReactiveElement).elementProperties.keys()].flatMap((name) => {
        const value = element.getAttribute(String(name).toLowerCase());
        return value === null ? [] : [[name, value]];
      }),
    ),
    (_name, attribute) => !element.hasAttribute(attribute),
  );
}
