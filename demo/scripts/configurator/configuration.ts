/** Attributes and custom properties that differ from their defaults, by name. */
export type Values = Readonly<Record<string, string>>;

/** Whether a name is that of a custom property. */
export const isToken = (name: string): boolean => name.startsWith('--');

/** The form's values: controls that are empty or off are left out. */
export function readForm(form: HTMLFormElement): Values {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  );
}

/** Gives every control of the form its value, or none. */
export function writeForm(form: HTMLFormElement, values: Values): void {
  form.reset();
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = value === 'true';
    else if (isTextControl(control)) {
      control.value = value;
      const picker = control.nextElementSibling;
      if (picker instanceof HTMLInputElement && /^#[\da-f]{6}$/i.test(value)) picker.value = value;
    }
  }
}

/** The address of the page with these values in its query. Parameters for other purposes stay. */
export function toAddress(values: Values, form: HTMLFormElement, address: string): string {
  const url = new URL(address);
  for (const name of namesOf(form)) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** The values in the query of an address. */
export function fromAddress(form: HTMLFormElement, address: string): Values {
  const names = namesOf(form);
  return Object.fromEntries([...new URL(address).searchParams].filter(([name]) => names.has(name)));
}

function namesOf(form: HTMLFormElement): ReadonlySet<string> {
  return new Set([...form.elements].flatMap((control) => control.getAttribute('name') ?? []));
}

function isTextControl(
  control: Element | RadioNodeList | null,
): control is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return control instanceof Element && 'value' in control;
}
