/**
 * Version 8 of RFC 9562 leaves the bits to the application: a constant prefix, and the record's id
 * in the last 48 bits.
 */
const head = 'a77e4da0-0000-8000-8000-';

/** The uuid of an attendance record. */
export const uuidOfRecord = (id: number): string => head + id.toString(16).padStart(12, '0');

/** The record id of a uuid; 0, which no record has, for foreign uuids. */
export function recordOfUuid(uuid: string): number {
  const lower = uuid.toLowerCase();
  return lower.startsWith(head) ? Number.parseInt(lower.slice(head.length), 16) : 0;
}
