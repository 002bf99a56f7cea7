import type { Sight } from './sight.ts';
import type { Visitor } from './visitor.ts';
import type { Action } from './walk-plan.ts';

/** Does one thing; tells the details of it, or undefined where it cannot be done now. */
export type Act = (visitor: Visitor, pick: number, sight: Sight) => Promise<string | undefined>;

/** What is done for a step, by its name. */
export type Acts = Partial<Readonly<Record<Action, Act>>>;
