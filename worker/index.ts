import { Hono } from 'hono/tiny';
import { attachments, files } from './attachments/attachments.ts';
import { answerError, errorResponse, RequestError } from './error-response.ts';
import { feedback } from './feedback/feedback.ts';
import { postFeedback } from './feedback/post-feedback.ts';
import { followUps } from './follow-ups/follow-ups.ts';
import { botCheck, guard, sessions } from './guard/guard.ts';
import { getSearch } from './knowledge/get-search.ts';
import { knowledge } from './knowledge/knowledge.ts';
import type { AppEnv, Feature } from './ports.ts';
import { allowances, books } from './quota/quota.ts';
import { getRest, getStream, postStop, resume } from './resume/resume.ts';
import { turnObject } from './resume/turn-object.ts';
import { getChat, postChat, postCompletion } from './routes/chat.ts';
import { getHealth } from './routes/health.ts';
import { getModels } from './routes/models.ts';

/** What a turn can do, wherever it runs. */
const features: readonly Feature[] = [
  botCheck, // nobody who is none
  books, // questions of a visitor and of the site
  files, // pictures and documents that come with a question
  knowledge, // documents to answer from
  feedback, // ratings
  followUps, // questions that may follow
];

const app = new Hono<AppEnv>();

for (const path of ['/api/*', '/v1/*']) {
  app.use(path, ...guard);
  app.use(path, attachments); // with what
  app.use(path, sessions); // who asks
  app.use(path, allowances); // how much
  app.use(path, resume); // where
  app.use(path, async (c, next) => {
    c.set('features', features);
    await next();
  });
}

app.get('/api/chat', getChat);
app.post('/api/chat', postChat);
app.get('/api/chat/:queryId', getRest);
app.get('/api/chat/:chatId/stream', getStream);
app.post('/api/chat/:queryId/stop', postStop);
app.post('/v1/chat/completions', postCompletion);
app.get('/v1/models', getModels);
app.post('/api/feedback', postFeedback);
app.get('/api/search', getSearch);
app.get('/api/health', getHealth);

app.notFound((c) => {
  const here = app.routes.filter(({ path }) => path === c.req.path);
  if (here.length === 0)
    return errorResponse(c, new RequestError('not-configured', 'there is nothing here', 404));
  const allowed = here.map(({ method }) => method);
  c.header('Allow', allowed.join(', '));
  const message = `only ${allowed.join(' and ')}; a GET for a chat must accept text/event-stream`;
  return errorResponse(c, new RequestError('bad-request', message, 405));
});
app.onError(answerError);

export { Books } from './quota/books.ts';
export const RunningTurn = turnObject(features);
export default app;
