import type { Database } from '../../worker/env.ts';
import { searchDatabase } from '../../worker/knowledge/d1-knowledge.ts';
import { readQuestions } from './labelled-questions.ts';
import { DOCUMENTATION, startWorker } from './worker-harness.ts';

/** The metadata in a response of D1. */
interface Counted {
  readonly results: readonly never[];
  readonly meta: { readonly rows_read: number };
}

/** How many rows D1, in workerd, reads for each of some questions about this project's documentation. D1 is paid by rows read. */
export async function countRowsRead(questions: number): Promise<readonly number[]> {
  const worker = await startWorker({}, DOCUMENTATION);
  try {
    const database = await worker.database();
    const counts: number[] = [];
    const counting: Database = {
      prepare: (sql) => ({
        bind: (...values) => ({
          async all() {
            const answer = (await database
              .prepare(sql)
              .bind(...values)
              .all()) as unknown as Counted;
            counts.push((counts.pop() ?? 0) + answer.meta.rows_read);
            return answer;
          },
        }),
      }),
    };
    for (const { question } of readQuestions('held-out').slice(0, questions)) {
      counts.push(0);
      await searchDatabase(counting, question, 'https://docs.example/');
    }
    return counts;
  } finally {
    await worker.close();
  }
}
