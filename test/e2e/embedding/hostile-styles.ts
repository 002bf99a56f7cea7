/** Style sheets that have broken other widgets, by what they do. None may change a floating chat. */
export const HOSTILE_STYLES: Readonly<Record<string, string>> = {
  'all: unset on everything': '* { all: unset !important }',
  'all: initial on everything': '* { all: initial !important }',
  'all: revert on everything': '* { all: revert !important }',
  'the tag hidden': 'cf-ai-chat { display: none !important }',
  'the tag invisible': 'cf-ai-chat { visibility: hidden !important; opacity: 0 !important }',
  'the tag moved away': 'cf-ai-chat { position: absolute !important; left: -9999px !important }',
  'the tag made tiny':
    'cf-ai-chat { width: 0 !important; height: 0 !important; overflow: hidden !important }',
  'the tag transformed': 'cf-ai-chat { transform: scale(3) rotate(20deg) !important }',
  'the tag clipped': 'cf-ai-chat { clip-path: inset(50%) !important; contain: strict !important }',
  'the tag without pointer events': 'cf-ai-chat { pointer-events: none !important; user-select: none }',
  'elements without definition hidden': ':not(:defined) { display: none }',
  'every box positioned': '* { position: relative !important; float: left !important }',
  'every box a flex container': '* { display: flex !important }',
  'every box with border and padding':
    '* { border: 9px solid red !important; padding: 20px !important; margin: 20px !important; box-sizing: content-box !important }',
  'every box limited':
    '* { max-width: 30px !important; max-height: 30px !important; overflow: hidden !important }',
  'every transition slow': '* { transition: all 9s !important; animation: none !important }',
  'every colour forced': '* { color: red !important; background: yellow !important }',
  'every text huge, spaced and upper case':
    '* { font: italic 900 40px/3 cursive !important; text-transform: uppercase !important; letter-spacing: 1em !important; word-spacing: 2em !important; text-indent: 5em !important; text-align: right !important; white-space: pre !important }',
  'text effects':
    '* { text-shadow: 2px 2px red !important; -webkit-text-stroke: 1px red; font-variant: small-caps !important; hyphens: auto; line-break: anywhere; quotes: none }',
  'a root font of 5 px': 'html { font-size: 5px !important }',
  'a root font of 40 px': 'html { font-size: 40px !important } body { font-size: 300% }',
  'buttons hidden': 'button { display: none !important }',
  'controls restyled':
    'button, textarea, svg, path { width: 100% !important; height: 3px !important; fill: red !important; stroke: red !important; appearance: auto !important }',
  'divs, slots and icons hidden': 'div:empty, slot, svg { display: none !important }',
  'the hidden attribute undone': '[hidden] { display: block !important }',
  'popovers restyled':
    '[popover], :popover-open { inset: 0 !important; margin: auto !important; width: 100vw !important; background: red !important }',
  'a transform on the body': 'body { transform: translateX(40px) scale(0.8) }',
  'a filter on the body': 'body { filter: blur(4px) invert(1) }',
  'a perspective on the root': 'html { perspective: 500px } body { will-change: transform }',
  'containment on the body': 'body { contain: strict; height: 300px }',
  'a container for queries': 'body { container-type: size; height: 300px }',
  'a clipped body':
    'html, body { overflow: hidden !important; height: 100px !important } body { clip-path: circle(10px) }',
  'a masked body':
    'body { mask: linear-gradient(transparent, transparent); -webkit-mask: linear-gradient(transparent, transparent) }',
  'an invisible body': 'body { visibility: hidden !important; opacity: 0 !important }',
  'a body without pointer events': 'body { pointer-events: none !important; user-select: none !important }',
  'a scaled body': 'body { scale: 0.5; rotate: 5deg; translate: 10px }',
  'a grid body':
    'body { display: grid; grid-template-columns: repeat(9, 1fr); place-items: center; min-height: 100vh }',
  'a flex body':
    'body { display: flex; flex-direction: column-reverse; align-items: stretch } body > * { flex: 1 }',
  'the highest z-index':
    'body::after { content: ""; position: fixed; inset: 0; z-index: 2147483647; background: rgb(0 0 0 / 1%) }',
  'child selectors': 'body > * { position: fixed !important; top: 0 !important; z-index: -1 !important }',
  blending: 'body * { mix-blend-mode: difference !important; isolation: isolate }',
  'columns and vertical writing': 'html { writing-mode: vertical-rl } body { columns: 3 }',
  'our own class names':
    '.base, .launcher, .panel, .floating, .icon { display: none !important; position: static !important }',
  'names like ours in custom properties': ':root { --_accent: red; --_surface: red; --_text: red; --_k: 1 }',
  'custom properties with a type':
    '@property --_accent { syntax: "<length>"; inherits: false; initial-value: 0px } @property --accent { syntax: "<length>"; inherits: false; initial-value: 0px }',
};
