import type { z } from 'zod';
import { clashKinds } from '#contract/clash.ts';
import {
  leftOutReasons,
  type CopyQuestion,
  type SemesterCopy,
  type semesterCopyBody,
} from '#contract/timetable/semester-copy.ts';
import { semesterWeek, weeksText } from '#contract/weeks.ts';
import type { AppContext } from '#server/app-context.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { allClashes, clashes } from '../../clashes/judge.ts';
import { lockNeeds } from '../../clashes/lock.ts';
import { writtenMeetings } from '../../clashes/newly-held.ts';
import { onceForEachPair } from '../../clashes/refuse.ts';
import { settleClashes } from '../../clashes/settle.ts';
import { planAt } from '../../meetings/planning.ts';
import { inOrder, named } from './named.ts';
import { usesOf, type Needed } from './people.ts';
import { planCopy, statesFrom, type CopyPlan, type SourceClass } from './plan.ts';
import { classesOf, namesOf, readClasses, takenKeys } from './source.ts';
import { addCopies, addToCohorts, cohortsOf, countDates, keepConfirmed } from './write.ts';

/** What enrolling the members of the cohorts of classes did. */
interface EnrolledMembers {
  students: number;
  /** By the id of the cohort. */
  byCohort: ReadonlyMap<number, number>;
  in_two_places: SemesterCopy['in_two_places'];
}

/**
 * Enrols who is a member of a cohort of the classes on a day from then on; a part of enrolment, which is above
 * the timetable.
 */
export type EnrolMembers = (
  trx: Database,
  given: { classes: number[]; from: string; today: string },
) => Promise<EnrolledMembers>;

interface Given {
  /** The id of the semester whose classes are copied. */
  id: number;
  body: z.output<typeof semesterCopyBody>;
  user: CurrentUser;
  isPreview: boolean;
}

type Parts = Pick<AppContext, 'clock' | 'settings'> & { enrolMembers: EnrolMembers };

/**
 * Copies the classes of a semester into another one (R-COPY-1 to R-COPY-4), within a transaction that a preview
 * rolls back.
 * @throws ApiError 404 without the semester; 400 for another one that cannot receive classes, a day outside of
 * the class dates, and an archived teacher or room without an answer; 409 when nothing is left to copy, or for
 * clashes that have to be confirmed.
 */
export async function copyClasses(
  trx: Database,
  { clock, settings, enrolMembers }: Parts,
  { id, body, user, isPreview }: Given,
): Promise<Omit<SemesterCopy, 'operation'>> {
  await planAt(trx, clock);
  const today = clock.today();
  const { from, to, asOf } = await lockedSemesters(trx, id, body, isPreview);
  // No one waits for a preview.
  if (!isPreview) await lockRows(trx, 'class', await classesOf(trx, id), 'share');
  // Read once they are locked: a change that was waited for is copied, too.
  const classes = await readClasses(trx, id);
  const taken = await takenKeys(trx, to.id);
  const people = await lockedPeople(trx, classes, asOf, { body, isPreview });
  const terms = { asOf, from, to, taken, ...people.needed };
  const plan = planCopy(classes, terms);
  const questions = questionsOf(plan, people, asOf);
  if (!isPreview) assertAnswered(questions, plan);

  const pairs = await addCopies(trx, plan.copies, to.id);
  const added = pairs.map((pair) => pair.to);
  await keepConfirmed(trx, pairs, to.id);
  const cohorts = body.cohorts === 'none' ? [] : await inCohorts(trx, pairs);
  const enrolled =
    body.cohorts === 'students' && cohorts.length > 0
      ? await enrolMembers(trx, { classes: added, from: to.class_start_date, today })
      : null;
  const meetings = await writtenMeetings(trx, today);
  const found = onceForEachPair(await clashes(trx, meetings, { max: allClashes }));
  if (!isPreview)
    await settleClashes(trx, meetings, {
      kinds: clashKinds,
      mode: settings.current().clashes,
      confirm: body.confirm_clashes,
      by: { user: user.id, now: clock.now().toString() },
    });
  return {
    as_of: asOf,
    classes: added.length,
    ...(await countDates(trx, added, today)),
    first_week: from.first_week,
    last_week: {
      from: semesterWeek(from.class_end_date, from),
      to: semesterWeek(to.class_end_date, to),
    },
    ...lossesOf(plan, asOf),
    ...questions,
    cohorts: cohorts.map((one) => ({ ...one, students: enrolled?.byCohort.get(one.id) ?? 0 })),
    students: enrolled?.students ?? 0,
    in_two_places: enrolled?.in_two_places ?? { count: 0, first: [] },
    clash_count: found.length,
    clashes: found.slice(0, maxListed),
  };
}

/** More clashes than one reads. */
const maxListed = 50;

/** Both semesters, so that of two copies into one the second finds the classes of the first. */
async function lockedSemesters(
  trx: Database,
  id: number,
  { semester_id, as_of }: Given['body'],
  isPreview: boolean,
) {
  if (semester_id === id) throw validationError('semester_id', 'must be another semester');
  await lockRows(trx, 'semester', [id, semester_id], isPreview ? 'key share' : 'no key update');
  const rows = await trx
    .selectFrom('semester')
    .select(['id', 'class_start_date', 'class_end_date', 'first_week', 'archived_at'])
    .where('id', '=', anyOf.ids([id, semester_id]))
    .execute();
  const from = rows.find((row) => row.id === id);
  const to = rows.find((row) => row.id === semester_id);
  if (!from) throw notFound('This semester');
  if (!to) throw validationError('semester_id', 'does not exist');
  if (to.archived_at) throw validationError('semester_id', 'is archived');
  const asOf = as_of ?? from.class_end_date;
  if (asOf < from.class_start_date || asOf > from.class_end_date)
    throw validationError(
      'as_of',
      `must be from ${from.class_start_date} to ${from.class_end_date}`,
    );
  return { from, to, asOf };
}

interface People {
  needed: { teachers: Needed; classrooms: Needed };
  names: Record<'teachers' | 'classrooms', Map<number, string>>;
}

/** The teachers and rooms of the classes, and those that come instead, locked (R-CLASH-5). */
async function lockedPeople(
  trx: Database,
  classes: readonly SourceClass[],
  asOf: string,
  { body, isPreview }: Pick<Given, 'body' | 'isPreview'>,
): Promise<People> {
  const states = classes.flatMap((one) => statesFrom(one, asOf));
  const used = {
    teachers: states.flatMap((one) => [one.teacher_id, ...(one.co_teacher_ids ?? [])]),
    classrooms: states.flatMap((one) => [one.classroom_id, ...(one.more_classroom_ids ?? [])]),
  };
  const instead = (kind: 'teachers' | 'classrooms') =>
    (body[kind] ?? []).flatMap((answer) => answer.instead ?? []);
  const ids = (kind: 'teachers' | 'classrooms') => [...new Set([...used[kind], ...instead(kind)])];
  if (!isPreview)
    await lockNeeds(trx, { teachers: ids('teachers'), classrooms: ids('classrooms') });

  const read = async (kind: 'teachers' | 'classrooms', table: 'teacher' | 'classroom') => {
    const found = await namesOf(trx, table, ids(kind));
    const there = new Set(found.filter(({ archived }) => !archived).map((one) => one.id));
    const wrong = instead(kind).filter((one) => !there.has(one));
    if (wrong.length)
      throw validationError(kind, `${wrong.join(', ')} was archived or does not exist`);
    return {
      names: new Map(found.map((one) => [one.id, one.name])),
      needed: {
        archived: new Set(found.filter(({ archived }) => archived).map((one) => one.id)),
        answers: new Map((body[kind] ?? []).map((answer) => [answer.id, answer.instead])),
      },
    };
  };
  const teachers = await read('teachers', 'teacher');
  const classrooms = await read('classrooms', 'classroom');
  return {
    needed: { teachers: teachers.needed, classrooms: classrooms.needed },
    names: { teachers: teachers.names, classrooms: classrooms.names },
  };
}

/** The archived teachers and rooms of the classes that would be copied with them. */
function questionsOf(
  { copies, leftOut }: CopyPlan,
  { needed, names }: People,
  asOf: string,
): Record<'teachers' | 'classrooms', CopyQuestion[]> {
  const concerned = [
    ...copies.map(({ of }) => of),
    ...leftOut.flatMap(({ reason, of }) =>
      reason === 'teacher' || reason === 'classroom' ? [of] : [],
    ),
  ].map((of) => ({ states: statesFrom(of, asOf) }));
  const of = (kind: 'teachers' | 'classrooms') => {
    const uses = usesOf(concerned, kind);
    return [...names[kind]].flatMap(([id, name]) => {
      const use = uses.get(id);
      if (!use || !needed[kind].archived.has(id)) return [];
      return [{ id, name, ...use, answered: needed[kind].answers.has(id) }];
    });
  };
  return { teachers: of('teachers'), classrooms: of('classrooms') };
}

/** @throws ApiError 400 for archived teachers and rooms without an answer, 409 when nothing is left to copy. */
function assertAnswered(
  questions: Record<'teachers' | 'classrooms', CopyQuestion[]>,
  { copies }: CopyPlan,
): void {
  const open = Object.entries(questions).flatMap(([kind, listed]) => {
    const names = listed.filter(({ answered }) => !answered).map(({ name }) => name);
    return names.length
      ? [[kind, [`are archived, and need an answer: ${names.join(', ')}`]] as const]
      : [];
  });
  if (open.length) throw new ApiError(400, Object.fromEntries(open));
  if (copies.length === 0) throw new ApiError(409, { detail: 'There is no class left to copy.' });
}

/** The cohorts of the copies, locked before the students. */
async function inCohorts(trx: Database, pairs: Parameters<typeof addToCohorts>[1]) {
  await lockRows(trx, 'cohort', await cohortsOf(trx, pairs), 'no key update');
  return addToCohorts(trx, pairs);
}

/** What of the former semester the copies do not have. */
function lossesOf(
  { leftOut, lostWeeks, lostChanges }: CopyPlan,
  asOf: string,
): Pick<SemesterCopy, 'left_out' | 'lost_weeks' | 'lost_changes'> {
  const listed = (classes: SourceClass[]) => named(classes, asOf);
  return {
    left_out: leftOutReasons.flatMap((reason) => {
      const classes = leftOut.flatMap((one) => (one.reason === reason ? [one.of] : []));
      return classes.length ? [{ reason, ...listed(classes) }] : [];
    }),
    lost_weeks: lostWeeks.classes.length
      ? { weeks: weeksText(inOrder(lostWeeks.weeks)), ...listed(lostWeeks.classes) }
      : null,
    lost_changes: listed(lostChanges),
  };
}
