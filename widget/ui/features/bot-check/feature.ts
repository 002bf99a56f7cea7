import { Feature } from '../../feature/feature.ts';

/** Turnstile, for backends that ask for it. */
export const botCheck = new Feature({
  load: async () => (await import('./bot-check.ts')).BotCheck,
  isOnlineOnly: true,
  draw: { hints: (feature) => feature.render() },
});
