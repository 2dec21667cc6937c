import { sql } from 'kysely';
import type { RosterFile } from './format.ts';
import type { Roster } from './roster.ts';

const kinds: { kind: string; file: RosterFile; several: string; name: string }[] = [
  { kind: 'semester', file: 'academicSessions', several: 'semesters', name: 'x.sourced_id' },
  {
    kind: 'subject',
    file: 'courses',
    several: 'subjects',
    name: '(select s.subject_code from subject s where s.id = x.subject_id)',
  },
  {
    kind: 'class',
    file: 'classes',
    several: 'classes',
    name: '(select w.title from waiting_class w where w.id = x.waiting_class_id and w.archived_at is null)',
  },
  {
    kind: 'teacher',
    file: 'users',
    several: 'teachers',
    name: '(select t.email from teacher t where t.id = x.teacher_id and t.archived_at is null)',
  },
  {
    kind: 'student',
    file: 'users',
    several: 'students',
    name: '(select s.student_id from student s where s.id = x.student_id and s.archived_at is null)',
  },
];

/**
 * What earlier files had and this one has not stays as it is, and is named (R-ROSTER-8): a file of one school
 * would otherwise take away all others.
 */
export async function reportMissing({ trx, source, files, problems }: Roster): Promise<void> {
  for (const { kind, file, several, name } of kinds) {
    if (!files.has(file)) continue;
    const { rows } = await sql<{ count: number; names: string[] | null }>`
      select count(*)::int as count, (array_agg(m.name order by m.name))[1:5] as names
      from (
        select ${sql.raw(name)} as name from external_id x
        where x.source = ${source} and x.kind = ${kind} and not exists (
          select from roster r where r.file = ${file} and r.id = x.sourced_id)
      ) m where m.name is not null`.execute(trx);
    const [found] = rows;
    if (!found?.count) continue;
    const more = found.count > 5 ? ' …' : '';
    problems.note(
      `${file}.csv`,
      `${found.count} ${several} of earlier files are not in this one, and stay as they are: ${found.names?.join(', ')}${more}`,
    );
  }
  if (!files.has('enrollments')) return;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from waiting_member m
    join external_id x on x.kind = 'class' and x.waiting_class_id = m.waiting_class_id
    where x.source = ${source} and not exists (
      select from roster r where r.file = 'enrollments' and r.id = m.sourced_id)`.execute(trx);
  if (rows[0]?.count)
    problems.note(
      'enrollments.csv',
      `${rows[0].count} members of classes of earlier files are not in this one, and stay as they are`,
    );
}
