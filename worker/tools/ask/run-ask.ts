import { ROOT } from '../../../widget/build/project.ts';
import { numberOf, type Env } from '../../env.ts';
import type { PassageRow } from '../knowledge/indexing/passage.ts';
import { askKnowledge } from './ask-knowledge.ts';
import { readAskedQuestions } from './asked-questions.ts';
import { readRerankerEnv, withWorkersAi } from './reranker-env.ts';

/**
 * Runs `npm run knowledge -- --ask FILE` and returns its report. The file is read before the index, which takes seconds. For the
 * deployed index, where no `RERANKER_URL` is set, Workers AI ranks, unless `RERANK_MS` is 0. If Workers AI cannot be reached, the
 * report has words alone and says so.
 */
export async function runAsk(
  file: string,
  readPassages: () => readonly PassageRow[],
  isRemote: boolean,
): Promise<string> {
  const questions = readAskedQuestions(file);
  const env = await readRerankerEnv(ROOT);
  const passages = readPassages();
  const report = (AI?: Env['AI']) => askKnowledge(questions, passages, { ...env, ...(AI ? { AI } : {}) });
  if (!isRemote || env.RERANKER_URL || numberOf(env.RERANK_MS, 1) === 0) return report();
  try {
    return await withWorkersAi(report);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${await report()}\nnot with Workers AI: ${reason}`;
  }
}
