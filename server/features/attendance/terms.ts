import type { MarkDetail } from '#contract/attendance.ts';
import { plainKey } from '#contract/identifier.ts';
import type { AppContext } from '#server/app-context.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';

/** What the database judges marks by, and what they carry (`mark_student`, `roll_problem`). */
export interface Terms {
  /** The institute's time zone, and its date. */
  zone: string;
  today: string;
  /** Days in which a roll may be edited; 0 for ever. */
  edit_days: number;
  /** Minutes after which a tap is late; 0 for never. By class type where they differ. */
  late: number;
  late_by: Record<string, number>;
  /** Minutes after which a tap is Absent, by class type. */
  absent_by: Record<string, number>;
  /** The user's address: the student who has it is not marked. */
  mail: string;
  /** When a mark was made that waited for the network; ISO instant. */
  made_at?: string;
  detail?: MarkDetail;
  /** Who wrote the excuse of `detail`, where that is not the user: null when that is not known. */
  excuse_by?: number | null;
  /** Keys that are not plain, as they were meant (R-KEY-1). */
  plain?: Record<string, string>;
  /** A mark that exists is changed, also of a student who has left the class. */
  of_record?: true;
}

/** Keys with invisible or full-width characters, as they were meant; nothing where all are plain. */
export function plainKeysOf(keys: (string | number)[]): Pick<Terms, 'plain'> {
  const other = keys
    .filter((key) => typeof key === 'string')
    .map((key) => [key, plainKey(key)] as const)
    .filter(([key, plain]) => plain !== key && plain !== '');
  return other.length ? { plain: Object.fromEntries(other) } : {};
}

/** The terms of a user's marks now, without what a mark carries. */
export function termsOf(
  { clock, settings }: Pick<AppContext, 'clock' | 'settings'>,
  { email }: Pick<CurrentUser, 'email'>,
): Terms {
  const it = settings.current();
  return {
    zone: clock.timeZone,
    today: clock.today(),
    edit_days: it.edit_days,
    late: it.late_after_minutes,
    late_by: it.late_after_by_class_type,
    absent_by: it.absent_after_minutes,
    mail: email.toLowerCase(),
  };
}
