import { sql } from 'kysely';
import { courses as courseFields } from '#contract/timetable/course.ts';
import { plainKey } from '#contract/identifier.ts';
import { can, permissionsOf, roles, type Role } from '#contract/permissions.ts';
import { specializations } from '#contract/timetable/specialization.ts';
import { importRows } from './import-rows.ts';
import { count, type Roster } from './roster.ts';

const file = 'courses.csv';

type NewKind = 'course' | 'specialization';

/** The page of each, which is also what permissions call it. */
const pages = { course: 'Courses', specialization: 'Specialization' } as const;
const ruleOf = {
  course: courseFields.fields.name,
  specialization: specializations.fields.specialization,
};
const maxChoices = 1000;

const adds = (role: Role, kind: NewKind) => can(permissionsOf[role], pages[kind], 'add');
/** What a user may not add by a form is not added by an import of theirs either; a command may. */
const mayAdd = (by: Roster['by'], kind: NewKind): boolean =>
  by === null || roles.some((role) => role === by.role && adds(role, kind));
const whoAdds = (kind: NewKind): string => roles.filter((role) => adds(role, kind)).join(' or ');

interface NewSubject {
  title: string;
  teacher: string | null;
}

interface Defaults {
  course: string;
  specialization: string;
  year: number;
  teacher: string | null;
}

/** What new subjects get; courses and specializations that do not exist are added. */
export async function chooseDefaults(roster: Roster, fresh: NewSubject[]): Promise<Defaults> {
  const { trx, questions, problems } = roster;
  const none: Defaults = { course: '', specialization: '', year: 1, teacher: null };
  if (fresh.length === 0) return none;
  const { rows: known } = await sql<{ kind: 'course' | 'specialization'; name: string }>`
    select 'course' as kind, name from course where archived_at is null
    union all select 'specialization', specialization from specialization where archived_at is null
    order by 1, 2`.execute(trx);
  const choose = (kind: NewKind, label: string) => {
    const names = known.filter((one) => one.kind === kind).map(({ name }) => name);
    const listed = names.slice(0, 20).join(', ');
    const amount =
      fresh.length === 1
        ? 'One course of the file is a new subject.'
        : `${fresh.length} courses of the file are new subjects.`;
    const found = names.length === 1 ? (names[0] ?? null) : null;
    const question = { name: kind, label, found, rule: ruleOf[kind] };
    if (mayAdd(roster.by, kind))
      return questions.ask({
        ...question,
        help: `${amount} An existing ${kind} or a new name.${listed ? ` There are: ${listed}.` : ''}`,
      });
    const only = `Only users with the role ${whoAdds(kind)} add ${kind}s`;
    if (names.length === 0) {
      problems.error(
        '-',
        1,
        kind,
        `there is no ${kind} yet. ${only}: once one was added under ${pages[kind]}, press Check again`,
      );
      return null;
    }
    return questions.ask({
      ...question,
      help: `${amount} ${only}, under ${pages[kind]}: with a new one, press Check again.`,
      choices: names.slice(0, maxChoices).map((name) => ({ value: name, label: name })),
      isOpen: true,
    });
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
  // Without an answer the check goes on with a row that is neither counted nor written.
  const chosen = { course: course ?? '?', specialization: specialization ?? '?' };
  await addMissing(roster, chosen);
  const teacher = await chooseTeacher(roster, fresh);
  return { ...chosen, year: Number(year), teacher };
}

async function addMissing(
  roster: Roster,
  { course, specialization }: Record<NewKind, string>,
): Promise<void> {
  const { rows } = await sql<Record<NewKind, boolean>>`
    select exists (select from course where name = ${course}) as course,
      exists (select from specialization where specialization = ${specialization}) as specialization`.execute(
    roster.trx,
  );
  const [found] = rows;
  if (!found?.course) {
    const added = await importRows(roster, 'courses', file, [{ line: 1, row: { name: course } }]);
    if (isAdded(roster, 'course')) count(roster, 'course', added);
  }
  if (!found?.specialization) {
    const row = {
      specialization,
      specialization_code: plainKey(specialization).slice(0, 50).trim(),
    };
    const added = await importRows(roster, 'specializations', file, [{ line: 1, row }]);
    if (isAdded(roster, 'specialization')) count(roster, 'specialization', added);
  }
}

/** Whether an answer adds one; what the user may not add by a form is refused (R-ROSTER-5). */
function isAdded({ by, questions }: Roster, kind: NewKind): boolean {
  if (!questions.isAnswered(kind)) return false;
  if (mayAdd(by, kind)) return true;
  questions.reject(
    kind,
    `does not exist, and only users with the role ${whoAdds(kind)} add ${kind}s: choose another one, or have it added under ${pages[kind]}`,
  );
  return false;
}

const subjectsHave = (count: number): string =>
  count === 1 ? 'One new subject has' : `${count} new subjects have`;

const maxNamed = 5;
/** "Art, Music and 3 more". */
const firstOf = (titles: string[]): string => {
  const more = titles.length - maxNamed;
  return `${titles.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** A question only where a new subject has no class with a teacher. */
async function chooseTeacher(
  { trx, questions }: Roster,
  fresh: NewSubject[],
): Promise<string | null> {
  const without = fresh.filter(({ teacher }) => teacher === null).map(({ title }) => title);
  if (without.length === 0) return null;
  const teachers = await trx
    .selectFrom('teacher')
    .select(['email', sql<string>`person_name(first_name, last_name)`.as('name')])
    .where('archived_at', 'is', null)
    .orderBy(sql`sort_name(first_name, last_name)`)
    .orderBy('first_name')
    .orderBy('id')
    .execute();
  const answer = questions.ask({
    name: 'subject_teacher',
    label: 'Teacher of new subjects whose classes name none',
    help: `${subjectsHave(without.length)} no class with a teacher: ${firstOf(without)}. The teachers of the file are listed with those who are here.`,
    found: null,
    choices: teachers
      .slice(0, maxChoices)
      .map(({ email, name }) => ({ value: email, label: `${name} (${email})` })),
    isOpen: true,
  });
  if (answer === null) return teachers[0]?.email ?? null;
  const found = teachers.find(({ email }) => email === answer.toLowerCase());
  if (!found) questions.reject('subject_teacher', `there is no teacher ${answer}`);
  return (found ?? teachers[0])?.email ?? null;
}
