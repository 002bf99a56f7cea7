import { setTimeout as wait } from 'node:timers/promises';
import {
  startFakeModelServer,
  type FakeModelServer,
  type ModelTurn,
} from '../../support/fake-model-server.ts';

/** Words of markdown that look the same when they are drawn. */
const WORDS = ['apple', 'zwei', 'três', '四', 'five', 'sechs', 'sept', 'åtta'];

/** What the model is asked where only its Worker's books are to be read. */
export const PROBE = 'How many are left?';

/** One question that reached the model. */
export interface ModelCall {
  /** Its words; the Worker joins questions that follow each other without an answer between them. */
  readonly question: string;
  /** The whole answer, which names the call; no other call has it. */
  readonly answer: string;
  readonly turn: ModelTurn;
  /** All of the answer was said to somebody. */
  isSaid: boolean;
  /** When it was asked, on the clock of `performance`. */
  readonly at: number;
  /** Its asker was killed, or cut off: nobody can know whether the answer arrived, and it may be asked for again. */
  isCutOff: boolean;
}

/** How a model speaks. */
export interface Speech {
  readonly silentMs: number;
  readonly pieces: number;
  readonly pieceMs: number;
}

/** A model that counts its questions, and speaks at a pace that the words of a question decide. */
export class ScriptedModel {
  readonly server: FakeModelServer;
  calls: ModelCall[] = [];
  speechFor: (question: string) => Speech = speechOf;
  #count = 0;
  /** Questions that were sent before their visitors were cut off and have not reached the model yet. */
  #coming = 0;

  private constructor(server: FakeModelServer) {
    this.server = server;
    server.reply((turn) =>
      this.#answer(turn).catch((error: unknown) => {
        // The reader went away in the middle of a word: EPIPE, ECONNRESET.
        if (!(error instanceof Error && 'syscall' in error) && !turn.isClosed) throw error;
      }),
    );
  }

  static async start(): Promise<ScriptedModel> {
    return new ScriptedModel(await startFakeModelServer());
  }

  /** Calls whose answer is still being said to somebody. */
  get open(): readonly ModelCall[] {
    return this.calls.filter(({ turn }) => !turn.isClosed);
  }

  /** Another visitor comes. */
  forget(): void {
    this.calls = [];
    this.#coming = 0;
  }

  /** The Worker is killed, with all answers that it held: nobody can know which of them have arrived. */
  markForgotten(): void {
    for (const call of this.calls) call.isCutOff = true;
  }

  /** Whoever asks is cut off now: those who are being answered, and those whose question is still on its way. */
  markCutOff(askers = 0): void {
    const { open } = this;
    for (const call of open) call.isCutOff = true;
    this.#coming = Math.max(0, askers - open.length);
  }

  async #answer(turn: ModelTurn): Promise<void> {
    const question = turn.call.body.messages.at(-1)?.content.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (question === PROBE) {
      await turn.say('Few.');
      return turn.finish();
    }
    const { silentMs, pieces, pieceMs } = this.speechFor(question);
    this.#count += 1;
    const words = Array.from({ length: pieces }, (_, index) => `${WORDS[index % WORDS.length]} `);
    const said = [`Answer ${this.#count}: `, ...words, `end ${this.#count}.`];
    const call: ModelCall = {
      question,
      answer: said.join(''),
      turn,
      isSaid: false,
      isCutOff: this.#coming > 0,
      at: performance.now(),
    };
    this.#coming = Math.max(0, this.#coming - 1);
    this.calls.push(call);
    turn.open();
    await wait(silentMs);
    for (const piece of said) {
      if (turn.isClosed) return;
      await turn.say(piece);
      await wait(pieceMs);
    }
    if (turn.isClosed) return;
    call.isSaid = true;
    await turn.finish();
  }
}

/** The same pace for the same words, at every run. */
function speechOf(question: string): Speech {
  let hash = 0;
  for (const character of question) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return { silentMs: hash % 3 === 0 ? hash % 400 : 0, pieces: 3 + (hash % 40), pieceMs: 3 + (hash % 25) };
}
