/**
 * A page whose scripts take the mouse, fingers or keys for themselves. It has a text `#text`, a button `#own` whose
 * value counts its presses, and is higher than the screen.
 */
export interface GuardedPage {
  readonly name: string;
  /** Files of the packages of `test/fixtures/guards`, loaded at the end of the body. */
  readonly scripts?: readonly string[];
  /** What stands at the end of the head. */
  readonly head?: string;
  /** HTML at the beginning of the body, before the page's own text. */
  readonly body?: string;
  /** Attributes of the body. */
  readonly attributes?: string;
  readonly script?: string;
}

const JQUERY = 'jquery/dist/jquery.js';
const NOT_A_FIELD = `!/^(?:INPUT|TEXTAREA|SELECT|OPTION)$/.test(event.target.nodeName)`;

/** The script of "WP Content Copy Protection & No Right Click", as its pages have it. */
const WORDPRESS_PLUGIN = `
function typeOf(event) { const name = event.target.tagName.toUpperCase(); return /^(TEXT|TEXTAREA|INPUT|PASSWORD|SELECT|OPTION|EMBED)$/.test(name) ? 'TEXT' : name; }
function disableEnterKey(event) { if (event.ctrlKey && typeOf(event) !== 'TEXT' && [97, 65, 67, 99, 88, 120, 26, 85, 86, 83, 43, 73].includes(event.which)) return false; return true; }
function disable_copy(event) { if (event.target.isContentEditable) return true; if (typeOf(event) !== 'TEXT') return false; }
function disable_copy_ie() { const { target } = window.event; if (typeOf({ target }) !== 'TEXT') return false; }
document.onkeydown = disableEnterKey;
document.onselectstart = disable_copy_ie;
document.onmousedown = disable_copy;
document.onclick = () => true;
document.oncontextmenu = () => false;
document.body.onselectstart = disable_copy_ie;
document.body.style.cursor = 'default';
document.addEventListener('touchend', () => getSelection().empty());`;

const COPY_PROTECTION: readonly GuardedPage[] = [
  { name: 'a copy protection of WordPress', script: WORDPRESS_PLUGIN },
  {
    name: 'a guard by the name of the target',
    script: `document.onmousedown = (event) => /TEXTAREA|INPUT/.test(event.target.nodeName);`,
  },
  {
    name: 'handlers on the body that return false',
    attributes: `onselectstart="return false" oncontextmenu="return false" ondragstart="return false" oncopy="return false" oncut="return false" onpaste="return false" onmousedown="return event.target.nodeName === 'INPUT'"`,
  },
  {
    name: 'a guard of jQuery',
    scripts: [JQUERY],
    script: `$(document).on('mousedown selectstart contextmenu copy cut paste dragstart', (event) => { if (${NOT_A_FIELD}) return false; });`,
  },
  {
    name: 'a guard that comes first',
    script: `for (const type of ['mousedown', 'selectstart', 'contextmenu', 'copy', 'cut', 'paste']) document.addEventListener(type, (event) => { if (${NOT_A_FIELD}) { event.preventDefault(); event.stopImmediatePropagation(); } }, true);`,
  },
  {
    name: 'user-select on the body',
    head: '<style>body { -webkit-user-select: none; user-select: none; -webkit-touch-callout: none }</style>',
  },
  {
    name: 'user-select on everything',
    head: '<style>* { -webkit-user-select: none !important; user-select: none !important; -webkit-user-drag: none }</style>',
  },
  {
    name: 'a guard of the keys that copy',
    script: `document.onkeydown = (event) => !((event.ctrlKey || event.metaKey) && /[acpsuvx]/i.test(event.key)) && event.key !== 'F12';`,
  },
  {
    name: 'a copy that is given a source',
    script: `document.addEventListener('copy', (event) => { event.clipboardData.setData('text/plain', getSelection() + ' (from our site)'); event.preventDefault(); });`,
  },
  {
    name: 'a form that takes no paste',
    script: `document.addEventListener('paste', (event) => event.preventDefault(), true); document.onbeforeinput = (event) => event.inputType !== 'insertFromPaste';`,
  },
  {
    name: 'a guard that empties the selection',
    script: `document.addEventListener('mouseup', (event) => { if (${NOT_A_FIELD} && event.target.id === 'text') getSelection().empty(); });`,
  },
];

/** Scripts that make taps faster, or give touches another meaning. */
const FINGERS: readonly GuardedPage[] = [
  { name: 'FastClick', scripts: ['fastclick/lib/fastclick.js'], script: 'FastClick.attach(document.body);' },
  {
    name: 'no zoom by two taps',
    script: `let last = 0; document.addEventListener('touchend', (event) => { const now = Date.now(); if (now - last <= 300) event.preventDefault(); last = now; }, false);`,
  },
  {
    name: 'fingers only for what is known',
    script: `for (const type of ['touchstart', 'touchend']) document.addEventListener(type, (event) => { if (!event.target.closest('a, button, input, p, div')) event.preventDefault(); }, { passive: false });`,
  },
  {
    name: 'fingers only for what is known, first',
    script: `for (const type of ['touchstart', 'touchend', 'touchmove']) document.addEventListener(type, (event) => { if (event.target.nodeName === 'CF-AI-CHAT') { event.preventDefault(); event.stopPropagation(); } }, { passive: false, capture: true });`,
  },
  {
    name: 'jQuery TouchSwipe on the body',
    scripts: [JQUERY, 'jquery-touchswipe/jquery.touchSwipe.js'],
    script: `$('body').swipe({ swipe: () => undefined, allowPageScroll: 'vertical', threshold: 75 });`,
  },
  {
    name: 'Hammer on the body',
    scripts: ['hammerjs/hammer.js'],
    script: `new Hammer(document.body).on('swipe tap press', () => undefined);`,
  },
  {
    name: 'taps of Zepto',
    scripts: ['zepto/dist/zepto.js', 'zepto/src/touch.js'],
    script: `$(document).on('tap', () => undefined);`,
  },
  {
    name: 'a scroll that is locked by its events',
    script: `for (const type of ['touchmove', 'wheel']) document.addEventListener(type, (event) => event.preventDefault(), { passive: false });`,
  },
  {
    name: 'body-scroll-lock',
    scripts: ['body-scroll-lock/lib/bodyScrollLock.js'],
    script: `bodyScrollLock.disableBodyScroll(document.querySelector('#text'));`,
  },
];

/** Scripts that scroll and drag in place of the browser. */
const SCROLLING: readonly GuardedPage[] = [
  {
    name: 'Lenis',
    scripts: ['lenis/dist/lenis.js'],
    script: `const lenis = new Lenis({ syncTouch: true }); requestAnimationFrame(function go(time) { lenis.raf(time); requestAnimationFrame(go); });`,
  },
  {
    name: 'fullPage.js',
    scripts: ['fullpage.js/dist/fullpage.js'],
    head: '<style>#own, #text { position: relative; z-index: 1 }</style>',
    body: '<div id="fullpage"><div class="section">1</div><div class="section">2</div></div>',
    script: `new fullpage('#fullpage', { licenseKey: 'gplv3-license', credits: { enabled: false } });`,
  },
  {
    name: 'GSAP, normalizeScroll',
    scripts: ['gsap/dist/gsap.js', 'gsap/dist/ScrollTrigger.js'],
    script: `gsap.registerPlugin(ScrollTrigger); ScrollTrigger.normalizeScroll(true);`,
  },
  {
    name: 'Swiper around the page',
    scripts: ['swiper/swiper-bundle.js'],
    body: '<div class="swiper" style="overflow: hidden"><div class="swiper-wrapper" style="display: flex"><div class="swiper-slide">1</div><div class="swiper-slide">2</div></div></div>',
    script: `new Swiper('.swiper', { mousewheel: { eventsTarget: 'body' }, keyboard: { enabled: true } });`,
  },
  {
    name: 'Flickity',
    scripts: ['flickity/dist/flickity.pkgd.js'],
    head: '<style>.flickity-viewport { position: relative; overflow: hidden } .flickity-slider { position: absolute; width: 100% }</style>',
    body: '<div class="carousel"><div>1</div><div>2</div></div>',
    script: `new Flickity('.carousel', { prevNextButtons: false });`,
  },
  {
    name: 'interact.js on the page',
    scripts: ['interactjs/dist/interact.js'],
    script: `interact(document.documentElement).draggable({ ignoreFrom: 'button', onmove: () => undefined });`,
  },
  {
    name: 'SortableJS',
    scripts: ['sortablejs/Sortable.js'],
    body: '<ul id="list"><li>1</li><li>2</li></ul>',
    script: `new Sortable(list, { forceFallback: true, fallbackOnBody: true });`,
  },
  {
    name: 'dragula on the body',
    scripts: ['dragula/dist/dragula.js'],
    script: `dragula([document.body], { invalid: (element) => element.matches('button, p') });`,
  },
];

/** Page builders, routers, and prefetching. */
const PAGES: readonly GuardedPage[] = [
  {
    name: 'a page builder that selects what is pressed',
    script: `for (const type of ['mousedown', 'mouseup', 'click']) document.addEventListener(type, (event) => { if (event.target.id === 'own') return; event.preventDefault(); event.stopPropagation(); event.target.dataset.selected = ''; }, true);`,
  },
  {
    name: 'GrapesJS',
    scripts: ['grapesjs/dist/grapes.min.js'],
    body: '<div id="builder"></div>',
    script: `grapesjs.init({ container: '#builder', height: '200px', storageManager: false, telemetry: false, panels: { defaults: [] } });`,
  },
  {
    name: 'a modal that lets nothing be pressed',
    head: '<style>body { pointer-events: none } #own, #text { pointer-events: auto }</style>',
    script: `document.addEventListener('pointerdown', (event) => { if (event.target.nodeName === 'CF-AI-CHAT') event.preventDefault(); });`,
  },
  {
    name: 'instant.page',
    head: '<script type="module" src="/instant.js"></script>',
  },
  { name: 'Turbo', scripts: ['@hotwired/turbo/dist/turbo.es2017-umd.js'] },
  { name: 'quicklink', scripts: ['quicklink/dist/quicklink.umd.js'], script: 'quicklink.listen();' },
  {
    name: 'speculation rules that prerender at once',
    head: `<script type="speculationrules">{"prerender":[{"where":{"href_matches":"/*"},"eagerness":"immediate"}]}</script>`,
    body: '<a href="/other">Other</a>',
  },
  {
    name: 'the speculation rules of WordPress',
    head: `<script type="speculationrules">{"prefetch":[{"source":"document","where":{"and":[{"href_matches":"/*"},{"not":{"selector_matches":"a[rel~=\\"nofollow\\"]"}}]},"eagerness":"conservative"}]}</script>`,
    body: '<a href="/other">Other</a>',
  },
];

/** All pages. Each takes over input in another way. */
export const GUARDED_PAGES: readonly GuardedPage[] = [...COPY_PROTECTION, ...FINGERS, ...SCROLLING, ...PAGES];
