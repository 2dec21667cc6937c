import type { z } from 'zod';
import { clashKinds } from '#contract/clash.ts';
import type { Successor, successorBody } from '#contract/timetable/class-successor.ts';
import { timetableRule } from '#contract/timetable/timetable.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { checkReferences } from '#server/platform/resource/dependants.ts';
import { clashes } from '../clashes/judge.ts';
import { lockNeeds, lockSemesters } from '../clashes/lock.ts';
import { meetingsOfClasses } from '../clashes/proposals.ts';
import { clashTexts } from '../clashes/refuse.ts';
import { settleClashes } from '../clashes/settle.ts';
import { recordPatternChange } from '../meetings/pattern-change.ts';
import { archiveEnded } from '../meetings/planning.ts';
import { furtherColumns } from './further.ts';
import { assertHeld } from './held.ts';
import { classReferences } from './references.ts';
import {
  beginOn,
  endBefore,
  firstDayOf,
  lastAndFirst,
  lastDayTaken,
  patternThen,
  takeStudents,
} from './successor-rows.ts';
import { storedWeeks } from './weeks.ts';
import { weeksText } from '#contract/weeks.ts';
import { numberOfDay } from '#server/school/when.ts';

interface Weeks {
  weeks?: string | null | undefined;
  semester_id?: number | undefined;
}

/**
 * The weeks that are given, or those of the class by their numbers; undefined where they stay.
 * @throws ApiError 400 for weeks that the other semester does not have.
 */
async function weeksOfSuccessor(
  trx: Database,
  old: { weeks: number[] | null; semester_id: number },
  { weeks, semester_id: semester = old.semester_id }: Weeks,
): Promise<number[] | null | undefined> {
  const isOther = semester !== old.semester_id;
  if (weeks === undefined && (!isOther || old.weeks === null)) return undefined;
  const text = weeks === undefined ? weeksText(old.weeks ?? []) : weeks;
  return storedWeeks(trx, text || null, { semester, current: isOther ? null : old.weeks });
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

interface Given {
  id: number;
  body: z.output<typeof successorBody>;
  user: CurrentUser;
}

/**
 * Ends a class and adds one with another subject or semester that takes over from a day on
 * (R-CLASS-6): with its students and cohorts, and its other fields by default. Taken rolls
 * stay with the old class.
 * @throws ApiError 400 for a day with later records, or outside of the semester; 409
 * for an archived class or one with a successor, and for clashes that have to be confirmed.
 */
export async function takeOver(
  trx: Database,
  { clock, settings }: Pick<AppContext, 'clock' | 'settings'>,
  { id, body, user }: Given,
): Promise<Successor & { id: number }> {
  const { columns, given, from } = await newClassOf(trx, id, body);
  const by = { user: user.id, now: clock.now().toString() };
  let [added, dropped, students]: [number, string[], number] = [0, [], 0];
  const recorded = await recordPatternChange(trx, [id], by, async () => {
    added = (
      await trx
        .insertInto('class_schedule')
        .values(columns)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    await beginOn(trx, added, { after: id, day: from, given });
    dropped = await endBefore(trx, id, from);
    students = await takeStudents(trx, { from: id, to: added, day: from });
    await archiveEnded(trx, [id]);
    return added;
  });

  await assertHeld(trx, added, { ...body, weeks: columns.weeks }, from);
  const meetings = await meetingsOfClasses(trx, [added], from);
  const found = await clashes(trx, meetings);
  await settleClashes(trx, meetings, {
    kinds: clashKinds,
    mode: settings.current().clashes,
    confirm: body.confirm_clashes,
    by,
  });
  return {
    id: added,
    operation: recorded?.operation ?? null,
    effective_from: from,
    ...(await lastAndFirst(trx, id, added)),
    students,
    dropped,
    clashes: clashTexts(found),
    all_clashes: found,
  };
}

/** The class with what the new one needs: taps of it wait until it is known which class they belong to. */
async function lockedClass(
  trx: Database,
  id: number,
  { semester_id, teacher_id, classroom_id, co_teachers, more_rooms }: Partial<Given['body']>,
) {
  await lockSemesters(trx, { classes: [id], also: [semester_id] });
  await lockNeeds(trx, {
    classes: [id],
    teachers: [teacher_id, ...(co_teachers ?? [])],
    classrooms: [classroom_id, ...(more_rooms ?? [])],
  });
  return trx.selectFrom('class_schedule').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The columns of the new class and its first day, with the records to lock. */
async function newClassOf(trx: Database, id: number, body: Given['body']) {
  const {
    effective_from,
    confirm_clashes: _confirm,
    day_of_week,
    order,
    weeks,
    co_teachers,
    co_teacher_pay,
    more_rooms,
    ...fields
  } = body;
  const current = await lockedClass(trx, id, { ...fields, co_teachers, more_rooms });
  await checkReferences(trx, classReferences, fields);
  if (!current) throw notFound('This class');
  const { id: _id, ref: _ref, archived_at, ...old } = current;
  if (archived_at) throw new ApiError(409, { detail: 'This class has been archived.' });
  // Forms send every field: what is the same as now follows the class, with its later changes.
  const given = Object.fromEntries(
    Object.entries({
      ...fields,
      ...(await furtherColumns(trx, { ...fields, co_teachers, co_teacher_pay, more_rooms }, old)),
      day_of_week: day_of_week && numberOfDay(day_of_week),
      sort_order: order,
      weeks: await weeksOfSuccessor(trx, old, { weeks, semester_id: fields.semester_id }),
    }).filter(([name, value]) => value !== undefined && !isSame(value, Reflect.get(old, name))),
  );
  const { subject_id, semester_id }: typeof old = { ...old, ...given };
  if (subject_id === old.subject_id && semester_id === old.semester_id)
    throw validationError('subject_id', 'must be another subject, or the semester another one');

  const { first, last } = await firstDayOf(trx, id, semester_id);
  const from = effective_from ?? first;
  if (from > last) throw validationError('effective_from', `must be until ${last}`);
  const taken = await lastDayTaken(trx, id);
  if (taken !== null && taken >= from)
    throw validationError('effective_from', `must be later than ${taken}, which has a roll`);
  const {
    day_of_week: weekday,
    paused_day_of_week: _paused,
    ...then
  } = await patternThen(trx, id, from);
  if (weekday === null)
    throw new ApiError(409, {
      detail: `This class has no weekly day on ${from}: another one has taken over from it.`,
    });
  const columns: typeof old = { ...old, ...then, day_of_week: weekday, ...given };
  for (const [field, message] of Object.entries(timetableRule(columns)))
    throw validationError(field, message);
  await lockNeeds(trx, { classes: [id], from });
  return { columns, given, from };
}
