/** What was thrown as an error: JavaScript may throw anything. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
