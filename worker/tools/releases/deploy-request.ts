/** What `npm run deploy` was asked to do. */
export interface DeployRequest {
  /** The site whose place the new one takes; undefined where nobody says. */
  readonly site: URL | undefined;
  /** Arguments for wrangler. */
  readonly rest: readonly string[];
}

/**
 * Reads the command line: an address, if there is one, comes first. Without it `SITE_URL` of the environment counts,
 * for builders that run the command by themselves. `--first` says that there is nothing to keep.
 */
export function readDeployRequest(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): DeployRequest {
  const [first = '', ...others] = args;
  const isAddress = /^https?:\/\//.test(first);
  const address = isAddress ? first : env['SITE_URL'];
  const rest = isAddress ? others : args;
  if (rest.includes('--first')) return { site: undefined, rest: rest.filter((arg) => arg !== '--first') };
  return { site: address ? new URL(address) : undefined, rest };
}
