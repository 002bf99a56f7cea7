/** One rule for the tree, or one thing that is generated. */
export interface Check {
  readonly title: string;
  /** Throws, or rejects, with the problem as its message. */
  run(): unknown;
}
