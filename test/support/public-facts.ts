/** A manifest, as far as its facts are told here: https://github.com/webcomponents/custom-elements-manifest */
interface Manifest {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
}

interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly members?: readonly Named[];
  readonly attributes?: readonly Named[];
  readonly events?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssProperties?: readonly Named[];
  readonly cssStates?: readonly Named[];
  readonly slots?: readonly Named[];
}

interface Named {
  readonly name: string;
  readonly type?: { readonly text: string };
  readonly parameters?: readonly Named[];
  readonly return?: { readonly type: { readonly text: string } };
  readonly default?: string;
  readonly readonly?: boolean;
}

const KINDS = ['members', 'attributes', 'events', 'cssParts', 'cssProperties', 'cssStates', 'slots'] as const;

/** Everything that a page can name of the element, a line each: `CfAiChatElement attributes: persist: 'session' | 'local' = 'session'`. */
export function publicFacts(manifest: unknown): readonly string[] {
  return (manifest as Manifest).modules
    .flatMap(({ declarations }) => declarations)
    .flatMap((declaration) =>
      KINDS.flatMap((kind) =>
        (declaration[kind] ?? []).map((named) => `${declaration.name} ${kind}: ${factOf(named)}`),
      ),
    )
    .toSorted();
}

function factOf({ name, type, parameters, return: returned, default: value, readonly }: Named): string {
  const given = parameters?.map(factOf).join(', ');
  return [
    readonly ? `readonly ${name}` : name,
    given === undefined ? '' : `(${given})`,
    type || returned ? `: ${type?.text ?? returned?.type.text}` : '',
    value === undefined ? '' : ` = ${value}`,
  ].join('');
}
