import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { takesPlace, teacherOfMeeting } from './predicates.ts';

/** What a meeting would need. */
export interface Need {
  /** The class itself is no clash. */
  class_schedule_id: number;
  date: string;
  start_time: string;
  end_time: string;
  /** Null: not looked at. */
  teacher: number | null;
  classroom: number | null;
}

/** The most clashes that an answer names. */
const maxNamed = 5;

/**
 * Other meetings that need the same teacher or room at an overlapping time. Consecutive ones do not
 * clash; rooms with capacity 0 (outdoors, online) are never taken.
 * @returns the first five, in words.
 */
export async function findClashes(database: Database, needs: Need[]): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat(case when ${teacherOfMeeting} = n.teacher
        then t.first_name || ' ' || t.last_name else 'Room ' || r.room_number end,
      ' is needed by ', s.subject_code, ' on ', g.date, ', ', left(g.start_time::text, 5), '–',
      left(g.end_time::text, 5)) as text
    from jsonb_to_recordset(${JSON.stringify(needs)}::jsonb) as n(class_schedule_id bigint,
      date date, start_time time, end_time time, teacher bigint, classroom bigint)
    join class_meeting g on g.date = n.date and g.class_schedule_id <> n.class_schedule_id
      and g.start_time < n.end_time and n.start_time < g.end_time and ${takesPlace}
    join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
    join subject s on s.id = c.subject_id
    join classroom r on r.id = g.classroom_id
    join teacher t on t.id = ${teacherOfMeeting}
    where ${teacherOfMeeting} = n.teacher or (g.classroom_id = n.classroom and r.capacity > 0)
    order by g.date, g.start_time, g.id limit ${maxNamed}`.execute(database);
  return rows.map(({ text }) => text);
}

/** @throws ApiError 409 that names the clashes, to be confirmed. */
export async function assertNoClash(database: Database, needs: Need[]): Promise<void> {
  const clashes = (await findClashes(database, needs)).join('; ');
  if (clashes) throw new ApiError(409, { detail: `${clashes}.`, confirm: [clashes] });
}
