import { Hono } from 'hono/tiny';
import { ChatError } from '../widget/protocol/chat-error.ts';
import { answerError, errorResponse } from './error-response.ts';
import { feedback } from './feedback/feedback.ts';
import { postFeedback } from './feedback/post-feedback.ts';
import { followUps } from './follow-ups/follow-ups.ts';
import { guard, sessions } from './guard/guard.ts';
import { knowledge } from './knowledge/knowledge.ts';
import type { AppEnv, AppMiddleware } from './ports.ts';
import { quota } from './quota/quota.ts';
import { getRest, postStop, resume } from './resume/resume.ts';
import { turnObject } from './resume/turn-object.ts';
import { getChat, postChat, postCompletion } from './routes/chat.ts';
import { getHealth } from './routes/health.ts';
import { getModels } from './routes/models.ts';

/** Features of a turn, in the Worker and in the object that runs it. */
const features: readonly AppMiddleware[] = [
  sessions, // who asks
  knowledge, // documents to answer from
  quota, // questions of a visitor and of the site
  feedback, // ratings
  followUps, // questions that may follow
];

const app = new Hono<AppEnv>();

for (const path of ['/api/*', '/v1/*']) {
  app.use(path, ...guard);
  app.use(path, ...features);
  app.use(path, resume);
}

app.get('/api/chat', getChat);
app.post('/api/chat', postChat);
app.get('/api/chat/:queryId', getRest);
app.post('/api/chat/:queryId/stop', postStop);
app.post('/v1/chat/completions', postCompletion);
app.get('/v1/models', getModels);
app.post('/api/feedback', postFeedback);
app.get('/api/health', getHealth);

app.notFound((c) => {
  const allowed = app.routes.filter(({ path }) => path === c.req.path).map(({ method }) => method);
  if (allowed.length === 0)
    return errorResponse(c, new ChatError('not-configured', 'there is nothing here'), 404);
  c.header('Allow', allowed.join(', '));
  const message = `only ${allowed.join(' and ')}; a GET for a chat must accept text/event-stream`;
  return errorResponse(c, new ChatError('bad-request', message), 405);
});
app.onError(answerError);

export { SiteLimit } from './quota/site-limit.ts';
export { VisitorQuota } from './quota/visitor-quota.ts';
export const RunningTurn = turnObject(features);
export default app;
