import { sql } from 'kysely';
import type { EvidenceFollowUp } from '#contract/standing/contact-hour-evidence.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { isReadBy } from '#server/school/follow-ups.ts';
import type { Period } from './period.ts';

/** Follow-ups of a student in semesters that share days with a period, as far as the user reads them. */
export async function evidenceFollowUps(
  database: Database,
  student: number,
  { from, to }: Period,
  user: CurrentUser,
): Promise<EvidenceFollowUp[]> {
  const { rows } = await sql<EvidenceFollowUp>`
    select f.id, j.subject_code, o.name as owner, b.name as begun_by, f.begun_at,
      x.name as closed_by, f.closed_at, f.outcome,
      coalesce((select jsonb_agg(jsonb_build_object('kind', p.kind, 'done_on', p.done_on,
          'note', p.note, 'by', w.name) order by p.done_on, p.id)
        from follow_up_step p join app_user w on w.id = p.written_by
        where p.follow_up_id = f.id and p.removed_at is null), '[]') as steps
    from follow_up f
    join student s on s.id = f.student_id
    join semester m on m.id = f.semester_id
    join app_user o on o.id = f.owner_id
    join app_user b on b.id = f.begun_by
    left join app_user x on x.id = f.closed_by
    left join subject j on j.id = f.subject_id
    where f.student_id = ${student} and ${isReadBy(user)}
      and m.semester_start_date <= ${to}::date and m.semester_end_date >= ${from}::date
    order by f.begun_at, f.id limit 100`.execute(database);
  return rows;
}
