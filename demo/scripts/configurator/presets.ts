import type { Values } from './configuration.ts';

/** The custom properties of a preset in `presets.css`; none for the look that the chat has by itself. */
export function readPreset(name: string): Values {
  const sheet = [...document.styleSheets].find(({ href }) => href?.endsWith('/presets.css'));
  const rules = [...(sheet?.cssRules ?? [])].filter((rule) => rule instanceof CSSStyleRule);
  const style = rules.find(({ selectorText }) => selectorText.includes(`"${name}"`))?.style;
  if (!style) return {};
  return Object.fromEntries([...style].map((key) => [key, style.getPropertyValue(key).trim()]));
}
