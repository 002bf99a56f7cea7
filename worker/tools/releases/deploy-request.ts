/** What `npm run deploy` was asked to do. */
export interface DeployRequest {
  /** The site that the deployment replaces; undefined where nobody names it. */
  readonly site: URL | undefined;
  /** Arguments for wrangler. */
  readonly rest: readonly string[];
}

/**
 * Reads the command line. An address, if there is one, comes first; without one `SITE_URL` of the environment counts, for build
 * services that run the command by themselves. `--first` says that no site is deployed yet, and so no release has to be kept.
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
