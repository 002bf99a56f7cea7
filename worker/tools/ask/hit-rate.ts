/** Where an answer stood among what was found: 0 is first, -1 is not there. */
export type Rank = number;

/** The share of questions whose answer is among the first `count` results; 1 for no questions. */
export function hitRateAt(count: number, ranks: readonly Rank[]): number {
  return ranks.length === 0 ? 1 : ranks.filter((rank) => rank !== -1 && rank < count).length / ranks.length;
}

/**
 * The mean of 1, 1/2, 1/3 … for an answer that is first, second, third, and 0 for one that was not found (MRR); 1 for no questions.
 *
 * @example
 * meanReciprocalRank([0, 1, -1]); // 0.5
 */
export function meanReciprocalRank(ranks: readonly Rank[]): number {
  const sum = ranks.reduce((total, rank) => total + (rank === -1 ? 0 : 1 / (rank + 1)), 0);
  return ranks.length === 0 ? 1 : sum / ranks.length;
}
