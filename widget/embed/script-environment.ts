import type { ElementEnvironment } from '../ui/element/chat-host.ts';

/** The environment that a script tag gives the element. Further tags on the page, of other releases too, share it. */
export interface ScriptEnvironment extends ElementEnvironment {
  loadPanel: ElementEnvironment['loadPanel'];
  loadSearch: ElementEnvironment['loadSearch'];
  loadNotices: ElementEnvironment['loadNotices'];
  loadLauncher: ElementEnvironment['loadLauncher'];
  defaults: ElementEnvironment['defaults'];
  /** How often the panel could not be fetched. */
  panelFailures: number;
  /** Version and settings of the tag that ran last: libraries that swap the body run it again. */
  scriptTag: string;
}
