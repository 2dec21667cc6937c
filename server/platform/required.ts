/** A value that our own code guarantees: its absence is a bug, not an error of a request or a user. */
export function required<Value>(value: Value | null | undefined, name: string): Value {
  if (value === undefined || value === null) throw new Error(`${name} is missing.`);
  return value;
}
