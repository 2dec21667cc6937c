import { sql } from 'kysely';
import type { ImportChange } from '#contract/exchange/import-change.ts';
import { weeksNamed } from '#contract/week-names.ts';
import { weekdays } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { semestersWithWeeks } from '../csv/weeks.ts';
import { spanText } from '../oneroster/dates.ts';
import { heldDates, type DesiredClass } from './desired.ts';

/** A change before it has its place in the list. */
export type Listed = Omit<ImportChange, 'number'>;
type Fields = Listed['fields'];

/** A class in words. */
export interface ClassWords {
  id: number;
  subject: string;
  type: string;
  day: string;
  time: string;
  /** In words, by the names of the institute; empty for every week. */
  weeks: string;
  room: string;
  teacher: string;
}

/** The classes of a semester as they are now. */
export async function readClassWords(
  trx: Database,
  semester: number,
): Promise<Map<number, ClassWords>> {
  const naming = (await semestersWithWeeks(trx)).get(semester);
  const { rows } = await sql<
    Omit<ClassWords, 'day' | 'weeks'> & { day: number; weeks: string | null }
  >`
    select c.id, with_group(s.subject_code || ' ' || s.subject_name, c.group_name) as subject, c.class_type as type,
      c.day_of_week as day, weeks_text(c.weeks) as weeks,
      rooms_text(c.classroom_id, c.more_classroom_ids) as room,
      teachers_text(c.teacher_id || c.co_teacher_ids) as teacher,
      to_char(c.start_time, 'HH24:MI') || '–' || to_char(c.end_time, 'HH24:MI') as time
    from class_schedule c
    join subject s on s.id = c.subject_id
    where c.semester_id = ${semester}`.execute(trx);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        day: `${weekdays[row.day - 1]}s`,
        weeks: naming ? weeksNamed(row.weeks, naming) : '',
      },
    ]),
  );
}

/** `MAT1 Algebra, Mondays 08:00, room R1`. */
export const className = ({ subject, day, time, room }: ClassWords): string =>
  `${subject}, ${day} ${time.slice(0, 5)}, room ${room}`;

const compared = ['subject', 'type', 'day', 'time', 'weeks', 'room', 'teacher'] as const;

/** The classes that are changed, with the day from which they are so, and those that are added. */
export function listClasses(
  desired: DesiredClass[],
  before: ReadonlyMap<number, ClassWords>,
  after: ReadonlyMap<number, ClassWords>,
  holidays: ReadonlySet<string>,
): Listed[] {
  const updated: Listed[] = [];
  const created: Listed[] = [];
  for (const given of desired) {
    const is = after.get(given.id);
    const was = before.get(given.id);
    if (!is) continue;
    const since = given.from > given.since ? given.from : given.since;
    if (!was) {
      const dates = heldDates(given, holidays);
      created.push({
        record: 'class_schedule',
        outcome: 'created',
        class: className(is),
        date: dates[0] ?? since,
        fields: [{ field: 'class', from: '', to: newClass(is, dates) }],
      });
      continue;
    }
    const fields: Fields = compared
      .filter((field) => was[field] !== is[field])
      .map((field) => ({ field, from: was[field], to: is[field] }));
    if (fields.length > 0)
      updated.push({
        record: 'class_schedule',
        outcome: 'updated',
        class: className(was),
        date: since,
        fields,
      });
  }
  return [...updated, ...created];
}

function newClass({ day, time, weeks, room, teacher }: ClassWords, dates: string[]): string {
  const [first, last] = [dates[0], dates.at(-1)];
  const held =
    first === undefined || last === undefined
      ? 'no dates'
      : `${dates.length} ${dates.length === 1 ? 'date' : 'dates'}, ${spanText(first, last)}`;
  const inWeeks = weeks && `, ${weeks}`;
  return `${day} ${time}${inWeeks}, room ${room}, ${teacher}, ${held}`;
}
