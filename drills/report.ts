/** The result of a drill. */
export interface Report {
  drill: string;
  figures: Record<string, string | number>;
  /** Unexpected responses during the run, and their numbers. */
  otherAnswers?: Map<string, number>;
  failed: boolean;
}

/** The text that docs/reliability.md quotes. */
export function formatReport({ drill, figures, otherAnswers, failed }: Report): string {
  const lines = [...(otherAnswers ?? [])]
    .sort(([, a], [, b]) => b - a)
    .map(([what, times]) => `  ${times} × ${what}`);
  return [
    `${failed ? 'FAILED' : 'passed'}: ${drill}`,
    ...Object.entries(figures).map(
      ([name, figure]) =>
        `  ${name}: ${typeof figure === 'number' ? figure.toLocaleString('en') : figure}`,
    ),
    ...(lines.length ? ['  other answers meanwhile:', ...lines] : []),
  ].join('\n');
}
