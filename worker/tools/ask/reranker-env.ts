import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Env } from '../../env.ts';

const NAMES = [
  'CHAT_PROVIDER',
  'RERANKER_URL',
  'RERANKER_MODEL',
  'RERANKER_API_KEY',
  'RERANK_MS',
  'RERANK_SCORE',
] as const;

/**
 * The variables that decide how passages are ranked and judged, as the Worker gets them: those of `wrangler.jsonc`; `.dev.vars`
 * overrides them, and the environment of this command overrides both.
 */
export async function readRerankerEnv(root: string): Promise<Env> {
  const { unstable_readConfig } = await import('wrangler');
  const { vars } = unstable_readConfig({ config: join(root, 'wrangler.jsonc') }, { hideWarnings: true });
  const secrets = join(root, '.dev.vars');
  const all = {
    ...vars,
    ...(existsSync(secrets) ? parseEnv(readFileSync(secrets, 'utf8')) : {}),
    ...process.env,
  };
  return Object.fromEntries(
    NAMES.flatMap((name) => (['string', 'number'].includes(typeof all[name]) ? [[name, all[name]]] : [])),
  );
}

/**
 * Runs `use` with Workers AI of the account that wrangler is logged in to. Rejects with the reason where Workers AI cannot be
 * reached.
 */
export async function withWorkersAi<T>(use: (ai: NonNullable<Env['AI']>) => Promise<T>): Promise<T> {
  const { getPlatformProxy } = await import('wrangler');
  const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-ask-'));
  const configPath = join(folder, 'wrangler.json');
  // Only this binding: the Worker's own configuration would start its database and objects, too.
  const config = { name: 'ask', compatibility_date: '2026-11-17', ai: { binding: 'AI', remote: true } };
  writeFileSync(configPath, JSON.stringify(config));
  try {
    const proxy = await getPlatformProxy<Required<Pick<Env, 'AI'>>>({ configPath, persist: false });
    try {
      return await use(proxy.env.AI);
    } finally {
      await proxy.dispose();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
