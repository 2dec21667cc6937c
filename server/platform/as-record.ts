const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The fields of a value whose shape another place has checked; none of one that is no object. */
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
