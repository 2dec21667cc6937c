import { sql, type RawBuilder } from 'kysely';
import { cardLimits } from '#contract/card-limits.ts';
import type { StudentCard } from '#contract/people/student-card.ts';
import type { Database } from '#server/platform/database/pool.ts';

const cards = (where: RawBuilder<unknown>) => sql<StudentCard>`
  select c.id, c.number, c.given_at, g.name as given_by, c.for_print, c.ended_at,
    e.name as ended_by, c.reason
  from student_card c
  left join app_user g on g.id = c.given_by
  left join app_user e on e.id = c.ended_by
  where ${where}
  order by c.ended_at is not null, c.ended_at desc, c.id desc
  limit ${cardLimits.listed}`;

/** The cards of a student: the present one first, then the latest. */
export async function cardsOfStudent(database: Database, student: number): Promise<StudentCard[]> {
  return (await cards(sql`c.student_id = ${student}`).execute(database)).rows;
}

export const findCardRow = async (
  database: Database,
  id: number,
): Promise<StudentCard | undefined> => (await cards(sql`c.id = ${id}`).execute(database)).rows[0];
