import { sql } from 'kysely';
import { weekdays } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { ChangedTeacher } from './classes.ts';
import { timesOf } from './give-times.ts';
import type { GivenTimes } from './given-times.ts';
import type { Roster } from './roster.ts';

const file = 'classes.csv';

/**
 * The times of classes whose teacher the file has changed, with the new one where the former one still
 * teaches them: what was changed here, or by a calendar, stays (R-ROSTER-7).
 */
export async function timesWithNewTeachers(
  trx: Database,
  changed: ChangedTeacher[],
): Promise<GivenTimes[]> {
  const times = await timesOf(
    trx,
    changed.map(({ waiting_class }) => waiting_class),
  );
  const byClass = Map.groupBy(
    times.filter(({ archived }) => !archived),
    ({ waiting_class }) => waiting_class,
  );
  return changed.flatMap(({ line, waiting_class, from, to }) => {
    const own = byClass.get(waiting_class) ?? [];
    if (!own.some(({ teacher_id }) => teacher_id === from)) return [];
    const patterns = own.map((time) => ({
      ...time,
      teacher_id: time.teacher_id === from ? to : time.teacher_id,
    }));
    return [{ waiting_class, place: { file, line }, patterns }];
  });
}

/**
 * Gives classes with times the further teachers that the file has changed, where they are those of
 * the files before.
 */
export async function giveFurtherTeachers(trx: Database, changed: ChangedTeacher[]): Promise<void> {
  await sql`
    update class_schedule c set co_teacher_ids = given.to_further
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as given(waiting_class bigint, from_further bigint[], to_further bigint[])
    join external_id x on x.kind = 'class-time' and x.waiting_class_id = given.waiting_class
    where c.id = x.class_schedule_id and c.archived_at is null
      and coalesce(c.co_teacher_ids, '{}') = given.from_further
      and given.from_further <> given.to_further`.execute(trx);
}

/** Names the classes that somebody else teaches here than the file says. */
export async function reportOtherTeachers({ trx, source, problems }: Roster): Promise<void> {
  const { rows } = await sql<{ line: number; name: string; here: string; there: string }>`
    select r.line, person_name(t.first_name, t.last_name) as here,
      person_name(f.first_name, f.last_name) as there,
      concat_ws(' ', w.title, 'on', (${[...weekdays]}::text[])[c.day_of_week],
        to_char(c.start_time, 'HH24:MI')) as name
    from external_id k
    join roster r on r.file = 'classes' and r.id = k.sourced_id and not r.gone
    join waiting_class w on w.id = k.waiting_class_id
    join external_id x on x.kind = 'class-time' and x.waiting_class_id = w.id
    join class_schedule c on c.id = x.class_schedule_id and c.archived_at is null
      and c.teacher_id <> w.teacher_id
    join teacher t on t.id = c.teacher_id
    join teacher f on f.id = w.teacher_id
    where k.source = ${source} and k.kind = 'class' order by r.line, c.id`.execute(trx);
  for (const { line, name, here, there } of rows)
    problems.note(
      file,
      `${name} is taught by ${here} in the timetable, which stays, and by ${there} in the file`,
      'sourcedId',
      line,
    );
}
