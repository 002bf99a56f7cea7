/** Stands where the `AI` binding would be, so that the Worker starts without an account. It can do nothing. */
export default {
  fetch: (): Response => new Response('there is no Workers AI here', { status: 501 }),
};
