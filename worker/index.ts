import { Hono } from 'hono/tiny';
import { ChatError } from '../widget/protocol/chat-error.ts';
import { errorResponse } from './error-response.ts';
import { feedback } from './feedback/feedback.ts';
import { postFeedback } from './feedback/post-feedback.ts';
import { followUps } from './follow-ups/follow-ups.ts';
import { guard } from './guard/guard.ts';
import { knowledge } from './knowledge/knowledge.ts';
import { log } from './log.ts';
import type { AppEnv } from './ports.ts';
import { quota } from './quota/quota.ts';
import { getRest, postStop, resume } from './resume/resume.ts';
import { getChat, postChat, postCompletion } from './routes/chat.ts';
import { getHealth } from './routes/health.ts';
import { getModels } from './routes/models.ts';

const app = new Hono<AppEnv>();

for (const path of ['/api/*', '/v1/*']) {
  app.use(path, ...guard);
  app.use(path, knowledge);
  app.use(path, quota);
  app.use(path, feedback);
  app.use(path, resume);
  app.use(path, followUps);
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
    return errorResponse(c, new ChatError('bad-request', 'there is nothing here'), 404);
  c.header('Allow', allowed.join(', '));
  const message = `only ${allowed.join(' and ')}; a GET for a chat must accept text/event-stream`;
  return errorResponse(c, new ChatError('bad-request', message), 405);
});
app.onError((error, c) => {
  if (error instanceof ChatError) {
    // Only the owner can help: visitors see no more than that the chat is not set up.
    if (error.code === 'not-configured') log(error.code, { path: c.req.path, detail: error.message });
    return errorResponse(c, error);
  }
  log('crash', { path: c.req.path, detail: error.stack ?? error.message });
  return errorResponse(c, new ChatError('internal', 'the request failed'));
});

export { SiteLimit } from './quota/site-limit.ts';
export { VisitorQuota } from './quota/visitor-quota.ts';
export { ParkedTurn } from './resume/parked-turn.ts';
export default app;
