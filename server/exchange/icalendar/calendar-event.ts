import type { ImportProblemLevel } from '#contract/exchange/import-run.ts';
import type { Zone } from './zones.ts';

/** Notes what is found at a line of the file; null: at none. */
export type Notice = (
  line: number | null,
  level: ImportProblemLevel,
  column: string,
  reason: string,
) => void;

/** A person that an event names. */
export interface Person {
  name: string;
  /** In lower case; empty without one. */
  email: string;
}

/** An event that could be a class, as it is in the file. */
export interface CalendarEvent {
  uid: string;
  line: number;
  summary: string;
  location: string;
  /** What may say of which kind it is: description and categories. */
  about: string;
  attendees: Person[];
  organizer: Person | null;
  zone: Zone;
  start: Temporal.PlainDateTime;
  minutes: number;
  isCancelled: boolean;
  sequence: number;
  rule: { value: string; until: Temporal.PlainDateTime | null; line: number } | null;
  /** Further starts; a period has a length of its own. */
  added: { at: Temporal.Instant; minutes: number | null }[];
  /** Removed starts as instants, and removed days without a time, with their lines. */
  removed: Map<string, number>;
  removedDays: Map<string, number>;
  /** The start that an override stands for: of a day without a time its beginning, until the series is known. */
  recurrenceId: Temporal.Instant | null;
  /** The day of such an override, `YYYY-MM-DD`. */
  recurrenceDay: string | null;
  /** Of an override: it stands for all starts from then on (RFC 5545, 3.2.13). */
  isFromThenOn: boolean;
}
