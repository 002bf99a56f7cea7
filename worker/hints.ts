const NO_SUCH_MODEL = 'there is no such model: correct MODEL, see `npx wrangler ai models`';
const PRIVATE_MODEL = 'the model is private to another account: choose another MODEL';

/** By Workers AI's code. https://developers.cloudflare.com/workers-ai/platform/errors/ */
const HINTS: Readonly<Record<string, string>> = {
  3036: 'the free allocation of the day is used up until 00:00 UTC: wait, or take the Workers Paid plan',
  3040: 'the model is out of capacity: name another one in MODEL_FALLBACK',
  3041: PRIVATE_MODEL,
  3042: NO_SUCH_MODEL,
  5007: NO_SUCH_MODEL,
  5016: "the model's licence is not accepted yet: accept it in the dashboard",
  5018: PRIVATE_MODEL,
  5035: 'the model needs the Workers Paid plan: choose another MODEL',
};

/** What the operator can do about an error of a model's vendor; the code itself where we know nothing better. */
export function hintFor(vendorCode = ''): string {
  return HINTS[vendorCode] ?? vendorCode;
}
