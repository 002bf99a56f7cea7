import { ChatError } from '../../widget/protocol/chat-error.ts';
import { readString } from '../../widget/protocol/json.ts';
import { hostOf, inBackground } from '../background.ts';
import { fail, readJsonBody, readText } from '../turn/input.ts';
import { storeFeedback } from './ratings.ts';
import type { AppHandler } from '../ports.ts';
import { isQueryId } from '../signature.ts';

const MAX_COMMENT_CHARACTERS = 500;

/** `POST /api/feedback`: `{queryId, rating: 1 | -1, comment?}` for a turn of ours; a later one replaces the earlier. */
export const postFeedback: AppHandler = async (c) => {
  const body = readJsonBody(await c.req.text());
  const { rating } = body;
  if (rating !== 1 && rating !== -1) fail('rating', 'must be 1 or -1');
  const comment = readText(body['comment'] ?? '', 'comment', MAX_COMMENT_CHARACTERS);
  const queryId = readString(body['queryId']) ?? '';
  if (!(await isQueryId(c.env, queryId))) throw new ChatError('bad-request', 'there was no such turn');
  const { AI, AI_GATEWAY_ID, DB } = c.env;
  if (DB === undefined) throw new ChatError('not-configured', 'feedback needs the database DB');
  const logId = await storeFeedback(DB, queryId, { rating, comment });
  // The rating is kept already: it neither waits for the gateway nor fails with it.
  if (AI && AI_GATEWAY_ID && logId) {
    const patched = AI.gateway(AI_GATEWAY_ID).patchLog(logId, { feedback: rating });
    void inBackground(hostOf(c), patched, { event: 'gateway-log-failed', queryId });
  }
  return c.body(null, 204);
};
