/** What a drill came to. */
export interface Report {
  drill: string;
  figures: Record<string, string | number>;
  /** What clients were told while it lasted, and how often. */
  meanwhile?: Map<string, number>;
  failed: boolean;
}

/** As docs/reliability.md has it. */
export function printed({ drill, figures, meanwhile, failed }: Report): string {
  const told = [...(meanwhile ?? [])].sort(([, one], [, other]) => other - one).map(([what, times]) => `  ${times} × ${what}`);
  return [
    `${failed ? 'FAILED' : 'passed'}: ${drill}`,
    ...Object.entries(figures).map(([name, figure]) => `  ${name}: ${typeof figure === 'number' ? figure.toLocaleString('en') : figure}`),
    ...(told.length ? ['  meanwhile clients were told:', ...told] : []),
  ].join('\n');
}
