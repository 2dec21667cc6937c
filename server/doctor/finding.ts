/** What a check found. */
export interface Finding {
  /** `warning`: it works, and somebody should look; `fault`: something does not work. */
  state: 'ok' | 'warning' | 'fault';
  /** What was looked at, such as `Database`. */
  what: string;
  text: string;
  /** What to do about it. */
  advice?: string;
}

export const ok = (what: string, text: string): Finding => ({ state: 'ok', what, text });
export const warning = (what: string, text: string, advice: string): Finding => ({
  state: 'warning',
  what,
  text,
  advice,
});
export const fault = (what: string, text: string, advice: string): Finding => ({
  state: 'fault',
  what,
  text,
  advice,
});

/** The lines that `attendance doctor` prints. */
export function linesOf(findings: Finding[]): string[] {
  const signs = { ok: 'ok      ', warning: 'warning ', fault: 'FAULT   ' };
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length;
  return [
    ...findings.flatMap(({ state, what, text, advice }) => [
      `${signs[state]}${what}: ${text}`,
      ...(advice ? [`        → ${advice}`] : []),
    ]),
    `${count('ok')} ok, ${count('warning')} to look at, ${count('fault')} at fault.`,
  ];
}
