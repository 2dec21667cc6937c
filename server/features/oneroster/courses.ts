import { sql } from 'kysely';
import { courses as courseFields } from '#contract/course.ts';
import { plainKey } from '#contract/identifier.ts';
import { can, permissionsOf, roles, type PermissionSubject } from '#contract/permissions.ts';
import { specializations } from '#contract/specialization.ts';
import { subjects } from '#contract/subject.ts';
import { importRows, skipRow } from './import-rows.ts';
import { ownId } from './own-ids.ts';
import { count, type Roster } from './roster.ts';

interface Course {
  line: number;
  id: string;
  title: string;
  code: string | null;
  /** The subject that it is already, by its sourcedId. */
  linked: number | null;
  /** The address of the teacher of its first class. */
  teacher: string | null;
}

interface Subject {
  id: number;
  subject_code: string;
  year: number;
  course: string;
  specialization: string;
  subject_teacher: string;
}

const file = 'courses.csv';
const columnOf = (field: string): string =>
  field === 'subject_code' ? 'courseCode' : field === 'subject_name' ? 'title' : field;

/**
 * Courses become subjects by their code (R-ROSTER-5). What OneRoster does not know of a new one is chosen
 * for the whole import; of an existing one only the name changes.
 */
export async function importCourses(roster: Roster): Promise<void> {
  const { trx, source, problems } = roster;
  const courses = await readCourses(roster);
  const existing = await readSubjects(roster);
  const byId = new Map(existing.map((one) => [one.id, one]));
  const byCode = new Map(existing.map((one) => [one.subject_code, one]));
  const beforeOf = ({ linked, code, id }: Course) =>
    byId.get(linked ?? 0) ?? byCode.get(code ?? id);
  const chosen = await chooseDefaults(
    roster,
    courses.filter((one) => !beforeOf(one)),
  );
  const lines = new Map<string, number>();
  const links: { id: string; code: string }[] = [];
  const rows = courses.flatMap((course) => {
    const { line, id, title, teacher } = course;
    const before = beforeOf(course);
    const subject_code = before?.subject_code ?? course.code ?? id;
    const first = lines.get(subject_code);
    links.push({ id, code: subject_code });
    if (first !== undefined) {
      problems.note(
        file,
        `is the same subject as line ${first}: its code is ${subject_code}`,
        'courseCode',
        line,
      );
      return [];
    }
    const subject_teacher = before?.subject_teacher ?? teacher ?? chosen.teacher;
    const { subject_name: name, subject_code: key } = subjects.fields;
    const wrong = [
      ['title', name.safeParse(title)] as const,
      ['courseCode', key.safeParse(subject_code)] as const,
    ].flatMap(([column, { error }]) =>
      error ? [[column, error.issues[0]?.message ?? ''] as const] : [],
    );
    for (const [column, reason] of wrong)
      skipRow(roster, 'subject', { file, line, column, reason });
    if (wrong.length) return [];
    if (!subject_teacher) {
      const reason = 'no class of it names a teacher who was imported';
      skipRow(roster, 'subject', { file, line, column: 'title', reason });
      return [];
    }
    lines.set(subject_code, line);
    const {
      year = chosen.year,
      course: programme = chosen.course,
      specialization = chosen.specialization,
    } = before ?? {};
    return [
      {
        line,
        row: {
          subject_name: name.parse(title),
          subject_code,
          year,
          course: programme,
          specialization,
          subject_teacher,
        },
      },
    ];
  });
  count(roster, 'subject', await importRows(roster, 'subjects', file, rows, columnOf));
  await sql`
    insert into external_id (source, kind, sourced_id, subject_id)
    select ${source}, 'subject', given.id, s.id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given(id text, code text)
    join subject s on s.subject_code = given.code
    on conflict (source, kind, sourced_id) do nothing`.execute(trx);
}

async function readCourses({ trx, source }: Roster): Promise<Course[]> {
  const { rows } = await sql<Course>`
    with known as (
      select sourced_id, min(id) as id from (
        select sourced_id, subject_id as id from external_id
        where source = ${source} and kind = 'subject'
        union all select ${ownId('subject', sql`s.id`)}, s.id from subject s
      ) k group by 1
    ), taught as materialized (
      select distinct on (c.v ->> 'courseSourcedId') c.v ->> 'courseSourcedId' as course, t.email
      from roster c
      join roster_teaching e on e.class = c.id
      join teacher t on t.id = e.teacher_id and t.archived_at is null
      where c.file = 'classes'
      order by 1, e.is_primary desc, c.line, e.line
    )
    select r.line, r.id, r.v ->> 'title' as title, r.v ->> 'courseCode' as code,
      k.id as linked, t.email as teacher
    from roster r left join taught t on t.course = r.id left join known k on k.sourced_id = r.id
    where r.file = 'courses' and not r.gone order by r.line`.execute(trx);
  return rows;
}

async function readSubjects({ trx }: Roster): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select s.id, s.subject_code, s.year, c.name as course, p.specialization,
      t.email as subject_teacher
    from subject s join course c on c.id = s.course_id
    join specialization p on p.id = s.specialization_id
    join teacher t on t.id = s.subject_teacher_id`.execute(trx);
  return rows;
}

interface Defaults {
  course: string;
  specialization: string;
  year: number;
  teacher: string | null;
}

/** What new subjects get; courses and specializations that do not exist are added. */
async function chooseDefaults(roster: Roster, fresh: Course[]): Promise<Defaults> {
  const { trx, questions } = roster;
  const none: Defaults = { course: '', specialization: '', year: 1, teacher: null };
  if (fresh.length === 0) return none;
  const { rows: known } = await sql<{ kind: 'course' | 'specialization'; name: string }>`
    select 'course' as kind, name from course where archived_at is null
    union all select 'specialization', specialization from specialization where archived_at is null
    order by 1, 2`.execute(trx);
  const choose = (kind: 'course' | 'specialization', label: string) => {
    const names = known.filter((one) => one.kind === kind).map(({ name }) => name);
    const listed = names.slice(0, 20).join(', ');
    return (
      questions.ask({
        name: kind,
        label,
        help: `${fresh.length} courses of the file are new subjects. An existing ${kind} or a new name.${listed ? ` There are: ${listed}.` : ''}`,
        found: names.length === 1 ? (names[0] ?? null) : null,
        rule: kind === 'course' ? courseFields.fields.name : specializations.fields.specialization,
      }) ?? '?'
    );
  };
  const course = choose('course', 'Course of new subjects');
  const specialization = choose('specialization', 'Specialization of new subjects');
  const year = questions.ask({
    name: 'year',
    label: 'Year of study of new subjects',
    help: 'OneRoster does not know it.',
    found: '1',
    choices: ['1', '2', '3'].map((value) => ({ value, label: value })),
  });
  await addMissing(roster, course, specialization);
  const teacher = await chooseTeacher(roster, fresh);
  return { course, specialization, year: Number(year), teacher };
}

/** What a user may not add by a form is not added by an import of theirs either; a command may. */
function checkMayAdd(
  { by, problems, questions }: Roster,
  subject: PermissionSubject,
  question: 'course' | 'specialization',
): void {
  const role = roles.find((one) => one === by?.role);
  if (by === null || (role && can(permissionsOf[role], subject, 'add'))) return;
  // Without an answer it is a question still.
  if (questions.isAnswered(question))
    problems.error('-', 1, question, 'does not exist, and you may not add one: choose another one');
}

async function addMissing(roster: Roster, course: string, specialization: string): Promise<void> {
  const { trx } = roster;
  const { rows } = await sql<{ course: boolean; specialization: boolean }>`
    select exists (select from course where name = ${course}) as course,
      exists (select from specialization where specialization = ${specialization}) as specialization`.execute(
    trx,
  );
  const [found] = rows;
  if (!found?.course) {
    checkMayAdd(roster, 'Courses', 'course');
    count(
      roster,
      'course',
      await importRows(roster, 'courses', file, [{ line: 1, row: { name: course } }]),
    );
  }
  if (!found?.specialization) {
    checkMayAdd(roster, 'Specialization', 'specialization');
    const row = {
      specialization,
      specialization_code: plainKey(specialization).slice(0, 50).trim(),
    };
    count(
      roster,
      'specialization',
      await importRows(roster, 'specializations', file, [{ line: 1, row }]),
    );
  }
}

/** A question only where a new subject has no class with a teacher. */
async function chooseTeacher(
  { trx, questions, problems }: Roster,
  fresh: Course[],
): Promise<string | null> {
  const without = fresh.filter(({ teacher }) => teacher === null).length;
  if (without === 0) return null;
  const { rows: teachers } = await sql<{ email: string; name: string }>`
    select email, first_name || ' ' || last_name as name from teacher where archived_at is null
    order by last_name, first_name, id`.execute(trx);
  const answer = questions.ask({
    name: 'subject_teacher',
    label: 'Teacher of new subjects whose classes name none',
    help: `${without} new subjects have no class with a teacher. The e-mail of a teacher who is here, or in the file.`,
    found: null,
  });
  if (answer === null) return teachers[0]?.email ?? null;
  const found = teachers.find(({ email }) => email === answer.toLowerCase());
  if (!found) problems.error(file, 1, '-', `subject_teacher: there is no teacher ${answer}`);
  return found?.email ?? null;
}
