const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The fields of a value whose shape was validated before; empty for a value that is no object. */
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
