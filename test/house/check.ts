/** One rule for the repository, or one generated file. */
export interface Check {
  readonly title: string;
  /** Throws, or rejects, with the problem as its message. */
  run(): unknown;
}
