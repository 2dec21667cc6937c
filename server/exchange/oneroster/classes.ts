import { sql, type NotNull } from 'kysely';
import { cleanText } from '#contract/fields.ts';
import { limits } from '#contract/limits.ts';
import { classTypes } from '#contract/weekdays.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { ownId } from './own-ids.ts';
import { skipRow } from './import-rows.ts';
import { count, type Roster } from './roster.ts';
import type { Sessions } from './session-of-class.ts';

interface Given {
  line: number;
  id: string;
  title: string;
  code: string | null;
  location: string | null;
  terms: string;
  subject: number | null;
  /** Who teaches it, primary ones first, each once. */
  teachers: number[];
  /** Who taught it by the files before. */
  former: number | null;
  former_further: number[] | null;
  /** A class of ours that an export of ours has named. */
  schedule: number | null;
  /** The class that waits already. */
  waiting: number | null;
}

const file = 'classes.csv';
const title = cleanText(200, { as: 'name' });

/** A class that was here before, whose teacher the file has changed. */
export interface ChangedTeacher {
  line: number;
  waiting_class: number;
  from: number;
  to: number;
  /** Further teachers by the files before, and now. */
  from_further: number[];
  to_further: number[];
}

const isSame = (a: number[], b: number[]): boolean => a.join() === b.join();

/**
 * Classes wait for their times, which OneRoster does not have (R-ROSTER-6). Those of our own export are the
 * classes that they came from.
 * @returns those whose teacher has changed, for their times.
 */
export async function importClasses(roster: Roster, sessions: Sessions): Promise<ChangedTeacher[]> {
  const { trx } = roster;
  await sql`
    create temporary table roster_class (id text primary key, class_schedule_id bigint not null)
    on commit drop`.execute(trx);
  const classes = await readClasses(roster);
  const ours = classes.filter(({ schedule }) => schedule !== null);
  count(roster, 'class_schedule', { unchanged: ours.length });
  await sql`
    insert into roster_class
    select given.id, given.schedule from jsonb_to_recordset(${JSON.stringify(ours)}::jsonb)
      as given(id text, schedule bigint)`.execute(trx);
  const type = chooseType(roster, classes);
  const semesters = await semesterIds(roster);
  const rows = classes.flatMap((one) =>
    one.schedule === null ? (rowOf(roster, one, sessions, semesters, type) ?? []) : [],
  );
  await writeClasses(roster, rows);
  noteNames(roster, rows);
  const written = new Set(rows.map(({ line }) => line));
  return classes.flatMap(
    ({ line, waiting, former, former_further, teachers: [to, ...further] }) => {
      const from_further = former_further ?? [];
      return written.has(line) &&
        waiting !== null &&
        former !== null &&
        to !== undefined &&
        (former !== to || !isSame(from_further, further))
        ? [{ line, waiting_class: waiting, from: former, to, from_further, to_further: further }]
        : [];
    },
  );
}

async function readClasses({ trx, source }: Roster): Promise<Given[]> {
  const { rows } = await sql<Given>`
    with taught as materialized (
      select class, array_agg(teacher_id order by is_primary desc, line) as teachers
      from (
        select distinct on (class, teacher_id) class, teacher_id, is_primary, line from roster_teaching
        where teacher_id is not null order by class, teacher_id, is_primary desc, line
      ) each_once
      group by 1
    ), ours as materialized (
      select ${ownId('class', sql`c.id`)} as id, c.id as schedule from class_schedule c
    )
    select r.line, r.id, r.v ->> 'title' as title, r.v ->> 'classCode' as code,
      r.v ->> 'location' as location, r.v ->> 'termSourcedIds' as terms, s.subject_id as subject,
      coalesce(t.teachers, '{}') as teachers, o.schedule, w.waiting_class_id as waiting,
      b.teacher_id as former, b.co_teacher_ids as former_further
    from roster r
    left join external_id s on s.source = ${source} and s.kind = 'subject'
      and s.sourced_id = r.v ->> 'courseSourcedId'
    left join external_id w on w.source = ${source} and w.kind = 'class' and w.sourced_id = r.id
    left join waiting_class b on b.id = w.waiting_class_id
    left join taught t on t.class = r.id
    left join ours o on o.id = r.id
    where r.file = 'classes' and not r.gone order by r.line`.execute(trx);
  return rows;
}

/** Of new classes; known ones have theirs. */
function chooseType({ questions }: Roster, classes: Given[]): string {
  const [first] = classTypes;
  if (!classes.some(({ waiting, schedule }) => waiting === null && schedule === null)) return first;
  return (
    questions.ask({
      name: 'class_type',
      label: 'Type of new classes',
      help: 'OneRoster does not tell lectures from tutorials.',
      found: first,
      choices: classTypes.map((value) => ({ value, label: value })),
    }) ?? first
  );
}

async function semesterIds({ trx, source }: Roster): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('external_id')
    .select(['sourced_id as id', 'semester_id as semester'])
    .where('source', '=', source)
    .where('kind', '=', 'semester')
    .$narrowType<{ semester: NotNull }>()
    .execute();
  return new Map(rows.map(({ id, semester }) => [id, semester]));
}

function rowOf(
  roster: Roster,
  one: Given,
  sessions: Sessions,
  semesters: ReadonlyMap<string, number>,
  class_type: string,
) {
  const { line, id, subject, waiting } = one;
  const [teacher = null, ...others] = one.teachers;
  const further = others.slice(0, limits.furtherOfClass);
  const skip = (column: string, reason: string) => {
    skipRow(roster, 'waiting_class', { file, line, column, reason });
    return null;
  };
  const note = (column: string, reason: string) => roster.problems.note(file, reason, column, line);
  const name = title.safeParse(one.title);
  if (!name.success) return skip('title', name.error.issues[0]?.message ?? '');
  if (subject === null) return skip('courseSourcedId', 'its course was not imported');
  const session = sessions.semesterOf(one.terms);
  const semester = session && semesters.get(session.id);
  if (!session || semester === undefined)
    return skip('termSourcedIds', 'none of its sessions became a semester');
  if (session.isChosen)
    note('termSourcedIds', `is in several semesters, and goes to ${session.id}`);
  if (further.length < others.length)
    note('sourcedId', `has ${one.teachers.length} teachers: ${further.length + 1} are taken`);
  const short = (text: string | null) => text?.slice(0, 200) ?? null;
  return {
    line,
    id,
    waiting,
    title: name.data,
    class_code: short(one.code),
    subject_id: subject,
    semester_id: semester,
    teacher_id: teacher,
    co_teacher_ids: further.length ? further : null,
    location: short(one.location),
    class_type,
  };
}

type Row = NonNullable<ReturnType<typeof rowOf>>;

/** Names such as `Mathematics 7B` find a class in calendars and later files, and are on no screen. */
function noteNames({ problems }: Roster, rows: Row[]): void {
  const [first] = rows.filter(({ waiting }) => waiting === null);
  if (first)
    problems.note(
      file,
      `names such as ${first.title} are stored for calendars and later files; screens name a class by subject, day, time, room and teacher`,
      'title',
    );
}

const shape =
  sql.raw(`as given(id text, waiting bigint, title text, class_code text, subject_id bigint,
  semester_id bigint, teacher_id bigint, co_teacher_ids bigint[], location text, class_type text)`);
const changing = sql.raw(
  'title, class_code, subject_id, semester_id, teacher_id, co_teacher_ids, location',
);
const changed = sql.raw(
  'given.title, given.class_code, given.subject_id, given.semester_id, given.teacher_id, given.co_teacher_ids, given.location',
);

async function writeClasses(roster: Roster, rows: Row[]): Promise<void> {
  const { trx, source } = roster;
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${shape}`;
  const { numAffectedRows: updated = 0n } = await sql`
    update waiting_class w set (${changing}) = row(${changed}), archived_at = null
    from ${given}
    where w.id = given.waiting and ((w.title, w.class_code, w.subject_id, w.semester_id, w.teacher_id,
      w.co_teacher_ids, w.location) is distinct from (${changed}) or w.archived_at is not null)`.execute(
    trx,
  );
  const fresh = rows.filter(({ waiting }) => waiting === null);
  const { created } = oneRow(
    await sql<{ created: number }>`
      with numbered as materialized (
        select nextval(pg_get_serial_sequence('waiting_class', 'id')) as key, given.*
        from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) ${shape}
      ), added as (
        insert into waiting_class (id, ${changing}, class_type) overriding system value
        select key, ${changing}, class_type from numbered returning id
      ), named as (
        insert into external_id (source, kind, sourced_id, waiting_class_id)
        select ${source}, 'class', id, key from numbered
      )
      select count(*)::int as created from added`.execute(trx),
  );
  count(roster, 'waiting_class', {
    created,
    updated: Number(updated),
    unchanged: rows.length - created - Number(updated),
  });
}
