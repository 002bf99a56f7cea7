import { ChatError } from '../../widget/protocol/chat-error.ts';
import { readString } from '../../widget/protocol/json.ts';
import { hostOf, inBackground } from '../background.ts';
import { fail, readJsonBody, readText } from '../turn/input.ts';
import { storeFeedback } from './ratings.ts';
import type { AppHandler } from '../ports.ts';
import { isQueryId } from '../signature.ts';

const MAX_COMMENT_CHARACTERS = 500;

/** `POST /api/feedback`: `{queryId, rating: 1 | -1, comment?}` rates a turn. A later rating replaces an earlier one. */
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
  // In the background: the rating is stored already, and must not fail when the gateway does.
  if (AI && AI_GATEWAY_ID && logId) {
    const patched = AI.gateway(AI_GATEWAY_ID).patchLog(logId, { feedback: rating });
    void inBackground(hostOf(c), patched, { event: 'gateway-log-failed', queryId });
  }
  return c.body(null, 204);
};
