import { Feature } from '../../feature/feature.ts';

/** Cloudflare Turnstile, for backends that require a bot check. */
export const botCheck = new Feature({
  load: async () => (await import('./bot-check.ts')).BotCheck,
  isOnlineOnly: true,
  draw: { hints: (feature) => feature.render() },
});
