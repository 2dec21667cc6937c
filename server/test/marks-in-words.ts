import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** All marks as `student class status`, with the minutes of a late one, in order. */
export async function marksInWords(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', s.student_id, c.ref, a.status, d.late_minutes) as text
      from attendance a join student s on s.id = a.student_id
      join class_schedule c on c.id = a.class_schedule_id
      left join mark_detail d on d.student_id = a.student_id and d.date = a.date
        and d.class_schedule_id = a.class_schedule_id
      order by 1`.execute(database);
  return rows.map(({ text }) => text);
}
