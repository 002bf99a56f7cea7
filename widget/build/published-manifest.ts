/** The part of the custom elements manifest (schema 1.0.0) that this project reads and writes. */
export interface Manifest {
  modules: ManifestModule[];
}

export interface ManifestModule {
  kind: string;
  path: string;
  declarations?: ManifestDeclaration[];
  exports?: unknown[];
}

export interface ManifestDeclaration {
  kind: string;
  name: string;
  tagName?: string;
  members?: ManifestMember[];
  attributes?: ManifestItem[];
  events?: ManifestItem[];
  slots?: ManifestItem[];
  cssParts?: ManifestItem[];
  cssProperties?: ManifestItem[];
  cssStates?: ManifestItem[];
  superclass?: { name: string; module?: string; package?: string };
}

export interface ManifestItem {
  name?: string;
  description?: string;
  default?: string;
  type?: { text: string };
  inheritedFrom?: unknown;
  /** Only in the entry of an attribute: the name of its property. */
  fieldName?: string;
}

export interface ManifestMember extends ManifestItem {
  kind: 'field' | 'method';
  name: string;
  attribute?: string;
  privacy?: string;
  static?: boolean;
  readonly?: boolean;
  parameters?: { name: string; type?: { text: string }; optional?: boolean; default?: string }[];
  return?: { type: { text: string } };
}

const TAG_NAME = 'cf-ai-chat';

/**
 * Converts the manifest of the sources to the manifest of the package: the element, with members inherited from our own
 * classes, and its events, under the names of the published files. Private members are removed.
 */
export function publishedManifest(sources: Manifest): Manifest {
  const declarations = sources.modules.flatMap((module) => module.declarations ?? []);
  const element = declarations.find((declaration) => declaration.tagName === TAG_NAME);
  if (element === undefined) throw new Error(`no class is documented as <${TAG_NAME}>`);
  const events = declarations.filter((declaration) => /^CfAiChat\w*Event$/.test(declaration.name));
  const published = [publishedElement(element), ...events];
  const elementExports = published.map(({ name }) => ({
    kind: 'js',
    name,
    declaration: { name, module: 'element.js' },
  }));
  const definition = {
    kind: 'custom-element-definition',
    name: TAG_NAME,
    declaration: { name: element.name, module: 'element.js' },
  };
  return {
    modules: [
      {
        kind: 'javascript-module',
        path: 'element.js',
        declarations: published,
        exports: elementExports,
      },
      { kind: 'javascript-module', path: 'index.js', declarations: [], exports: [definition] },
    ],
  };
}

function publishedElement(element: ManifestDeclaration): ManifestDeclaration {
  return {
    ...element,
    superclass: { name: 'ReactiveElement', package: '@lit/reactive-element' },
    members: (element.members ?? []).filter(isPublic).map((member) => withoutOrigin(named(member))),
    attributes: (element.attributes ?? []).map((attribute) => withoutOrigin(named(attribute))),
    // The analyzer lists an event once for its JSDoc tag, and once without a name for each place that dispatches it.
    events: (element.events ?? []).filter((event) => event.name !== undefined),
  };
}

function isPublic({ name, privacy }: ManifestMember): boolean {
  return !name.startsWith('#') && (privacy === undefined || privacy === 'public');
}

/** Sets the name of an attribute as the decorator does: the property's name in kebab case. */
function named<T extends ManifestItem & { attribute?: string }>(item: T): T {
  const copy = { ...item };
  if (copy.fieldName !== undefined) copy.name = toKebabCase(copy.fieldName);
  if (copy.attribute !== undefined) copy.attribute = toKebabCase(copy.attribute);
  return copy;
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function withoutOrigin<T extends ManifestItem>(item: T): T {
  const copy = { ...item };
  delete copy.inheritedFrom;
  return copy;
}
