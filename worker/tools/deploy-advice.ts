const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /More than one account available/,
    'Your login has several accounts: set CLOUDFLARE_ACCOUNT_ID to one of the ids above (or "account_id" in wrangler.jsonc), for this command and for `wrangler secret put`.',
  ],
  [
    /register a workers\.dev subdomain/,
    'The account has no workers.dev subdomain yet: run this command in a terminal, which asks for one, register it in the dashboard at the address above, or give the Worker a domain of your own: "routes": [{ "pattern": "chat.example.com", "custom_domain": true }] in wrangler.jsonc.',
  ],
  [
    /CLOUDFLARE_API_TOKEN|not logged in|wrangler login/i,
    'Nobody is logged in: run `npx wrangler login` in a terminal, or set CLOUDFLARE_API_TOKEN to a token made from the template "Edit Cloudflare Workers" with D1 added.',
  ],
];

/** What to do where wrangler could not deploy because it had nobody to ask; undefined for other failures. */
export function adviseOn(output: string): string | undefined {
  return ADVICE.find(([pattern]) => pattern.test(output))?.[1];
}

/** Printed after a deployment to a Worker that has no secret yet. */
export const NO_SECRET = `The Worker is deployed and refuses to answer until it has its secret:

  openssl rand -hex 32 | npx wrangler secret put SESSION_SECRET
`;
