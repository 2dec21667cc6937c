import { sql } from 'kysely';
import { subjects } from '#contract/enrolment/subject.ts';
import { importRows, skipRow } from './import-rows.ts';
import { ownId } from './own-ids.ts';
import { yesNo } from '../runs/questions.ts';
import { count, type Roster } from './roster.ts';
import { chooseDefaults } from './subject-defaults.ts';

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
  const others = withOtherTitles(courses, (course) => beforeOf(course)?.subject_code);
  const mayJoin = confirmJoined(roster, others);
  const lines = new Map<string, number>();
  const links: { id: string; code: string }[] = [];
  const rows = courses.flatMap((course) => {
    const { line, id, title, teacher } = course;
    const before = beforeOf(course);
    const subject_code = before?.subject_code ?? course.code ?? id;
    const first = lines.get(subject_code);
    if (first !== undefined && !mayJoin && others.has(course)) {
      const reason = `its code is ${subject_code}, as that of line ${first}`;
      skipRow(roster, 'subject', { file, line, column: 'courseCode', reason });
      return [];
    }
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

/**
 * New courses that have the code of an earlier one of the file, and another title: a school may mean two
 * subjects. @returns each with that earlier one.
 */
function withOtherTitles(
  courses: Course[],
  codeBefore: (course: Course) => string | undefined,
): Map<Course, Course> {
  const byCode = Map.groupBy(courses, (course) => codeBefore(course) ?? course.code ?? course.id);
  const titleOf = ({ title }: Course) => title.trim().toLowerCase();
  return new Map(
    [...byCode.values()].flatMap(([first, ...more]) =>
      more.flatMap((course): [Course, Course][] =>
        first && course.linked === null && titleOf(course) !== titleOf(first)
          ? [[course, first]]
          : [],
      ),
    ),
  );
}

/** Whether courses of one code are one subject: somebody has to say it. A dry run goes on as if they were. */
function confirmJoined({ questions }: Roster, others: ReadonlyMap<Course, Course>): boolean {
  if (others.size === 0) return true;
  const named = [...others]
    .slice(0, 5)
    .map(([course, first]) => `${first.title} and ${course.title} (${first.code ?? first.id})`);
  const more = others.size > 5 ? ` and ${others.size - 5} more` : '';
  const answer = questions.ask({
    name: 'same_codes',
    label: 'Courses with different titles and the same code',
    help: `${named.join(', ')}${more}. Yes: they are one subject, with the first title. No: the first is the subject; the others are left out, with their classes, until they have codes of their own.`,
    found: null,
    choices: yesNo,
    about: [...others].map(([course]) => course.id).join(),
  });
  return answer !== 'no';
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
