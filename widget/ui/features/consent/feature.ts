import { svg } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { linkItem } from '../../base/menu-item.ts';
import { Feature } from '../../feature/feature.ts';

const PRIVACY = icon(svg`<path d="M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6Z" />`);

/** The visitor's consent before the first message, and the lines of the menu about privacy. */
export const consent = new Feature({
  load: async () => (await import('./consent.ts')).Consent,
  isWanted: ({ host }) => host.consent !== 'none',
  draw: { aboveComposer: (feature) => feature.render(), menu: (feature) => feature.menuItems },
  drawEntry: {
    menu: (_lazy, { host, strings, handleLink }) =>
      linkItem({
        label: strings.current.privacy,
        icon: PRIVACY,
        url: host.privacyUrl,
        handleFollow: handleLink,
      }),
  },
});
