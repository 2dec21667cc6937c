/** A start that cannot go on: its lines are printed as they are, without a stack. */
export class SetupError extends Error {
  readonly lines: string[];

  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
