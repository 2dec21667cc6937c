/**
 * The reason of a meeting says that a calendar changed it. What somebody else changed has another one, or
 * none, and stays as it is.
 */
export const reasons = {
  cancelled: 'Not in the calendar',
  moved: 'Moved in the calendar',
  changed: 'Changed in the calendar',
  covered: 'Covered in the calendar',
  extra: 'Added by the calendar',
} as const;

const ours = new Set<string | null>(Object.values(reasons));
export const isOurs = (reason: string | null): boolean => ours.has(reason);
