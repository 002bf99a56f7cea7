import type { Sight } from './sight.ts';
import type { Visitor } from './visitor.ts';
import type { Action } from './walk-plan.ts';

/** Does one act of a visitor. Resolves with its details for the log, or with undefined where the act cannot be done now. */
export type Act = (visitor: Visitor, pick: number, sight: Sight) => Promise<string | undefined>;

/** The acts by their names. */
export type Acts = Partial<Readonly<Record<Action, Act>>>;
