/** The message of what was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** A text that Node, PostgreSQL or a library adds to its errors, such as `code`. */
export function errorDetail(error: unknown, name: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const detail: unknown = Reflect.get(error, name);
  return typeof detail === 'string' ? detail : undefined;
}
