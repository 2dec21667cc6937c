/** An error of setup or configuration: its lines are printed without a stack. */
export class SetupError extends Error {
  readonly lines: string[];

  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
