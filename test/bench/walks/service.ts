import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { Front } from './front.ts';
import { Lane, QUOTA_LIMIT, type LaneService } from './lane.ts';
import { ScriptedModel } from './scripted-model.ts';

/** Seconds for which an answer goes on without its reader. */
export const RESUME_SECONDS = 5;

/** A Worker in workerd and its model, with a lane to them for each of several visitors. */
export class Service implements LaneService {
  readonly model: ScriptedModel;
  readonly lanes: readonly Lane[];
  worker: PlainWorkerd;
  readonly #options: { readonly vars: Readonly<Record<string, string>>; readonly state: string };

  private constructor(
    { model, worker }: Pick<Service, 'model' | 'worker'>,
    fronts: readonly Front[],
    options: { readonly vars: Readonly<Record<string, string>>; readonly state: string },
  ) {
    this.model = model;
    this.worker = worker;
    this.#options = options;
    this.lanes = fronts.map((front) => new Lane(this, front));
  }

  static async open(lanes: number): Promise<Service> {
    const fronts = await Promise.all(Array.from({ length: lanes }, () => Front.start()));
    const model = await ScriptedModel.start();
    const vars = {
      LOCAL: '1',
      MODEL_BASE_URL: model.server.baseUrl,
      ALLOWED_ORIGINS: fronts.map(({ pageUrl }) => pageUrl.origin).join(' '),
      QUOTA_LIMIT: String(QUOTA_LIMIT),
      SITE_DAILY_LIMIT: '0',
      HEARTBEAT_MS: '100',
      RESUME_SECONDS: String(RESUME_SECONDS),
      // The name of a visitor's quota object is made with this secret: a restarted Worker has to find the same object.
      SESSION_SECRET: 'a secret of the tests, long enough',
    };
    const options = { vars, state: await mkdtemp(join(tmpdir(), 'cf-ai-chat-')) };
    return new Service({ model, worker: await startPlainWorkerd(options) }, fronts, options);
  }

  async restart(): Promise<void> {
    for (const lane of this.lanes) lane.disconnect();
    this.model.markCutOff();
    await this.worker.close();
    this.worker = await startPlainWorkerd(this.#options);
    for (const lane of this.lanes) lane.connect();
  }

  async close(): Promise<void> {
    await Promise.all(this.lanes.map(({ front }) => front.close()));
    await this.worker.close();
    await this.model.server.close();
    await rm(this.#options.state, { recursive: true });
  }
}
