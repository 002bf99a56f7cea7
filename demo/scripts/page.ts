import type { CfAiChatElement } from '../../widget/index.ts';
import { startCopyButtons } from './copy-buttons.ts';
import { LazySection, type SectionScript } from './lazy-section.ts';
import { showProvider } from './provider.ts';
import { serveOnThisPage } from './recorded/serve-on-this-page.ts';
import { Tour } from './tour.ts';
import { find, findAll } from './find.ts';

/** The sections whose scripts are loaded when they come near the window. */
const LAZY: Readonly<Record<string, () => Promise<SectionScript>>> = {
  configure: () => import('./configurator/configurator.ts'),
  unplug: () => import('./unplug.ts'),
  formats: () => import('./playground/playground.ts'),
};

const tour = new Tour({
  chat: find<CfAiChatElement>('#tour-chat'),
  steps: findAll('[data-tour-step]'),
  pause: find('#tour-pause'),
  pauseLabel: find('#tour-pause span'),
});
serveOnThisPage(tour.server);
startCopyButtons();
void showProvider(find('#provider'));

const hero = new LazySection(find('.tour'), () => Promise.resolve(tour));
const sections = new Map<Element, LazySection>();
for (const [id, load] of Object.entries(LAZY)) {
  const section = find(`#${id}`);
  sections.set(section, new LazySection(section, load));
}

// The page is drawn first; what moves on it starts later.
whenIdle(() => {
  void hero.start();
  const observer = new IntersectionObserver(startSections, { rootMargin: '25% 0%' });
  for (const section of sections.keys()) observer.observe(section);
});

function startSections(entries: readonly IntersectionObserverEntry[], observer: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    void sections.get(target)?.start();
  }
}

function whenIdle(callback: () => void): void {
  const wait = (): void => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(callback, { timeout: 2_000 });
    else setTimeout(callback, 200);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
