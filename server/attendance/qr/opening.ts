/** The local time from which codes of a class are taken. @param starts_at local, without a zone. */
export const opensAt = (starts_at: string, minutes: number): string =>
  Temporal.PlainDateTime.from(starts_at).subtract({ minutes }).toString();
