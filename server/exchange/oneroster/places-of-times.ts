import { sql } from 'kysely';
import { weekdays } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { isWritten } from '#server/timetable/index.ts';
import type { Place, Places } from '../csv/places.ts';
import type { GivenTimes } from './given-times.ts';
import type { Roster } from './roster.ts';

const [membersFile, sessionsFile] = ['enrollments.csv', 'academicSessions.csv'];

/** Lines of rows that change classes without giving them times. */
export interface RowsOfFile {
  /** By which students join a class: by class schedule, then by the student's ID. */
  members: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** Whose dates classes follow, by semester. */
  sessions: ReadonlyMap<number, number>;
}
export const noRows: RowsOfFile = { members: new Map(), sessions: new Map() };

/**
 * The rows of `enrollments.csv` by which students join classes that have times, and those of sessions.
 * @param isPlanChanged whether sessions of the file have changed semesters.
 */
export async function rowsOfFile(
  { trx, source }: Roster,
  isPlanChanged: boolean,
): Promise<RowsOfFile> {
  const joining = await sql<{ id: number; student: string; line: number }>`
    select c.id, s.student_id as student, min(m.line) as line
    from roster_member m join student s on s.id = m.student_id
    cross join lateral (
      select m.class_schedule_id as id where m.class_schedule_id is not null
      union all
      select x.class_schedule_id from external_id x
      where x.kind = 'class-time' and x.waiting_class_id = m.waiting_class_id
    ) c
    where not m.gone and not exists (select from enrolment e
      where e.class_schedule_id = c.id and e.student_id = m.student_id and not (${isWritten('e')}))
    group by c.id, s.student_id order by min(m.line)`.execute(trx);
  const members = new Map<number, Map<string, number>>();
  for (const { id, student, line } of joining.rows)
    members.set(id, (members.get(id) ?? new Map<string, number>()).set(student, line));
  if (!isPlanChanged) return { members, sessions: noRows.sessions };
  const sessions = await sql<{ semester: number; line: number }>`
    select x.semester_id as semester, min(r.line) as line
    from external_id x join roster r on r.file = 'academicSessions' and r.id = x.sourced_id
    where x.source = ${source} and x.kind = 'semester' group by 1`.execute(trx);
  return {
    members,
    sessions: new Map(sessions.rows.map(({ semester, line }) => [semester, line])),
  };
}

/** Where the rows of classes and enrolments are; line 0 where the file has no such row. */
export async function placesOfTimes(
  trx: Database,
  given: GivenTimes[],
  { members, sessions }: RowsOfFile,
): Promise<Places> {
  const byWaiting = new Map(given.map(({ waiting_class, place }) => [waiting_class, place]));
  const { rows } = await sql<{
    id: number;
    semester: number;
    waiting: number | null;
    name: string;
  }>`
    select c.id, c.semester_id as semester, x.waiting_class_id as waiting,
      concat_ws(' ', s.subject_code, (${[...weekdays]}::text[])[c.day_of_week],
        to_char(c.start_time, 'HH24:MI')) as name
    from class_schedule c join subject s on s.id = c.subject_id
    left join external_id x on x.kind = 'class-time' and x.class_schedule_id = c.id`.execute(trx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const timesOf = (id: number) => byWaiting.get(byId.get(id)?.waiting ?? 0);
  const joined = (line: number | undefined): Place => ({ file: membersFile, line: line ?? 0 });
  return {
    named: new Set(
      rows.flatMap(({ id, waiting }) => (waiting && byWaiting.has(waiting) ? [id] : [])),
    ),
    ofClass(id) {
      const [first] = members.get(id)?.values() ?? [];
      const session = sessions.get(byId.get(id)?.semester ?? 0);
      const isOfSession = first === undefined && session !== undefined;
      return timesOf(id) ?? (isOfSession ? { file: sessionsFile, line: session } : joined(first));
    },
    ofEnrolment(student, id) {
      const line = members.get(id)?.get(student);
      const isHere = line !== undefined || byId.get(id)?.waiting;
      return timesOf(id) ?? (isHere ? joined(line) : null);
    },
    nameOf: (id) => byId.get(id)?.name ?? `class ${id}`,
    confirm: () => false,
  };
}
