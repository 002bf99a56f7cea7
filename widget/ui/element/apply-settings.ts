import type { ReactiveElement } from '@lit/reactive-element';

/** Settings by property name. Text is read as the attribute's would be, anything else is the property's value. */
export type Settings = Readonly<Record<string, unknown>>;

/**
 * Gives an element settings, in their order. Names it does not declare are ignored, and so are those that
 * `isFree` refuses; it is given the name of the property and of its attribute, if it has one.
 */
export function applySettings(
  element: ReactiveElement,
  settings: Settings,
  isFree: (name: string, attribute: string) => boolean = () => true,
): void {
  const { elementProperties } = element.constructor as typeof ReactiveElement;
  // JSON may hold anything.
  for (const [name, value] of Object.entries(Object(settings) as Settings)) {
    const { attribute } = elementProperties.get(name) ?? {};
    if (attribute === undefined || !isFree(name, String(attribute))) continue;
    if (typeof value === 'string' && attribute)
      element.attributeChangedCallback(String(attribute), null, value);
    else Reflect.set(element, name, value);
  }
}

/**
 * Gives an element the settings of its `<script type="application/json">` child, where neither an attribute
 * nor the page has set another value than a new element starts from. Broken JSON is ignored, with one line in the console.
 */
export function applyJsonChild(element: ReactiveElement): void {
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

/** Takes over properties that a framework's server has written by their names: React's `historyLimit={3}` as `historylimit="3"`. */
export function applyServerAttributes(element: ReactiveElement): void {
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
