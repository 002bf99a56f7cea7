import * as v from 'valibot';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { inBackground } from '../background.ts';
import { check, TOO_LARGE } from '../turn/input.ts';
import { storeFeedback } from './ratings.ts';
import type { AppHandler } from '../ports.ts';
import { isQueryId } from '../signature.ts';

const MAX_COMMENT_CHARACTERS = 500;

const Feedback = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    queryId: v.string(),
    rating: v.picklist([1, -1]),
    comment: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_COMMENT_CHARACTERS, TOO_LARGE)), ''),
  }),
);

/** `POST /api/feedback`: `{queryId, rating: 1 | -1, comment?}` for a turn of ours; a later one replaces the earlier. */
export const postFeedback: AppHandler = async (c) => {
  const { queryId, rating, comment } = check(Feedback, await c.req.text());
  if (!(await isQueryId(c.env, queryId))) throw new ChatError('bad-request', 'there was no such turn');
  const { AI, AI_GATEWAY_ID, DB } = c.env;
  if (DB === undefined) throw new ChatError('not-configured', 'feedback needs the database DB');
  const logId = await storeFeedback(DB, queryId, { rating, comment });
  // The rating is kept already: it neither waits for the gateway nor fails with it.
  if (AI && AI_GATEWAY_ID && logId) {
    const patched = AI.gateway(AI_GATEWAY_ID).patchLog(logId, { feedback: rating });
    void inBackground(c, patched, { event: 'gateway-log-failed', queryId });
  }
  return c.body(null, 204);
};
