import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { ruledTypes, rulesOfSubjects } from '#server/school/red-list.ts';

/** Selects a text that changes with the class types of subjects that rules name. */
export const ruledTypesKey = sql`
  select md5(coalesce(string_agg(of_subject || class_type, ' ' order by of_subject, class_type), ''))
  from (${rulesOfSubjects(sql`red_list_rule`)}) ruled where class_type is not null`;

/**
 * Rules name other class types than before: those that none names any more are removed, and the classes of
 * the others are computed again (decision 33).
 */
export async function followTypes(trx: Database, today: string): Promise<void> {
  await sql`delete from standing_of_type c where not ${ruledTypes(sql`c`)}`.execute(trx);
  await sql`
    insert into standing_due (class_schedule_id, is_counted)
    select c.id, true from class_schedule c
    join semester m on m.id = c.semester_id and m.semester_end_date >= ${today}::date
    where ${ruledTypes(sql`c`)}
      and not exists (select from standing_due d where d.class_schedule_id = c.id
        and d.student_id is null)
    order by c.id`.execute(trx);
}
