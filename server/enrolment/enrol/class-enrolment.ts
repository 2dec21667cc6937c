import {
  changeEnrolment,
  enrolStudents,
  removeFromClass as removeFromClassEndpoint,
} from '#contract/enrolment/enrolment.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { AppContext } from '#server/app-context.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import {
  ApiError,
  inOneAnswer,
  notFound,
  validationError,
} from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RequestBody } from '#server/platform/http/implement.ts';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import { assertNotAboutOwn } from '#server/school/own-row.ts';
import { lockClassesToJoin } from '#server/timetable/index.ts';
import { enrol } from './enrol.ts';
import { endEnrolments } from './end.ts';
import { planEnrolment } from './plan.ts';
import { checkClasses, lockStudents, type Person } from './lock.ts';
import { firstDay, lastMarks } from './first-day.ts';
import { enrolmentById, findEnrolments, lockOpenEnrolment } from './queries.ts';

type Writing = Pick<AppContext, 'database' | 'clock'>;

/** Enrols students in a class, or answers what enrolling them would do. */
export function enrolInClass(
  { database, clock }: Writing,
  body: RequestBody<typeof enrolStudents>,
  user: CurrentUser,
) {
  const { class_schedule_id, student_id, from_date, preview, confirm_capacity } = body;
  return inFormTransaction(database, async (trx) => {
    const [, students] = await inOneAnswer(
      () => checkClasses(trx, 'class_schedule_id', [class_schedule_id]),
      () => lockStudents(trx, 'student_id', [student_id].flat(), user),
    );
    const enrolmentRequest = {
      students,
      classes: [class_schedule_id],
      from: await firstDay(trx, clock, [class_schedule_id], from_date),
      confirmCapacity: confirm_capacity ?? false,
      message: messages.studentAddedToClass,
    };
    if (preview) return planEnrolment(trx, clock, enrolmentRequest);
    const { result, operation } = await asOperation(
      trx,
      {
        kind: 'enrol',
        about: 'students in a class',
        user: user.id,
        now: clock.now().toString(),
        rights: enrolStudents.access,
      },
      () => enrol(trx, clock, enrolmentRequest),
    );
    return { ...result, operation };
  });
}

/** Moves a student from the class of an enrolment to another class. */
export function changeClass(
  { database, clock }: Writing,
  id: number,
  body: RequestBody<typeof changeEnrolment>,
  user: CurrentUser,
) {
  const next = body.class_schedule;
  return inFormTransaction(database, async (trx) => {
    const before = await enrolmentById(trx, id);
    if (!before) throw notFound('This enrolment');
    await lockClassesToJoin(trx, [next]);
    const current = await lockOpenEnrolment(trx, id);
    const students = await lockStudents(trx, 'student', [current.student.id], user);
    const [named] =
      body.student === undefined
        ? students
        : await lockStudents(trx, 'student', [body.student], user);
    if (named?.id !== before.student.id)
      throw validationError('student', 'is not the student of this enrolment');
    if (next === current.class_schedule)
      throw validationError('class_schedule', messages.chooseDifferentSchedule);
    await checkClasses(trx, 'class_schedule', [next]);
    const from = await firstDay(trx, clock, [next, current.class_schedule], body.from_date);
    await assertAfterLastMark(trx, current, from);
    const { result: plan, operation } = await asOperation(
      trx,
      {
        kind: 'transfer',
        about: 'a student to another class',
        user: user.id,
        now: clock.now().toString(),
        rights: changeEnrolment.access,
      },
      async () => {
        const done = await enrol(trx, clock, {
          students,
          classes: [next],
          from,
          confirmCapacity: body.confirm_capacity ?? false,
          leaving: [id],
          message: messages.scheduleChanged,
        });
        await endEnrolments(trx, [id], from);
        return done;
      },
    );
    const found = await findEnrolments(trx, {
      search: '',
      limit: 1,
      page: 1,
      student: [before.student.id],
      class_schedule: [next],
    });
    return { ...oneRow(found), results: plan.results, operation };
  });
}

/**
 * The old class keeps its marks: starting before the last one would mean two classes at the same
 * time.
 */
async function assertAfterLastMark(
  trx: Database,
  enrolment: { id: number; student: { id: number } },
  from: string,
): Promise<void> {
  const last = (await lastMarks(trx, [enrolment.id], from)).get(enrolment.student.id);
  if (last)
    throw validationError(
      'from_date',
      `must be after ${last}, the last day with a mark in the current class`,
    );
}

/** Ends enrolments in a class today, as one operation. @returns its id. */
async function endToday(
  trx: Database,
  clock: Writing['clock'],
  enrolments: number[],
  user: CurrentUser,
): Promise<number | null> {
  const { operation } = await asOperation(
    trx,
    {
      kind: 'enrol',
      about: 'students who leave a class',
      user: user.id,
      now: clock.now().toString(),
      rights: removeFromClassEndpoint.access,
    },
    () => endEnrolments(trx, enrolments, clock.today()),
  );
  return operation;
}

/** Ends the enrolment of a student in a class today. */
export async function removeStudent(
  { database, clock }: Writing,
  student: number,
  classSchedule: number,
  user: CurrentUser,
): Promise<void> {
  await inFormTransaction(database, async (trx) => {
    await lockRows(trx, 'student', [student], 'no key update');
    await assertNotAboutOwn(trx, [student], user);
    const open = await trx
      .selectFrom('enrolment')
      .select('id')
      .where('student_id', '=', student)
      .where('class_schedule_id', '=', classSchedule)
      .where('enrolled_to', 'is', null)
      .executeTakeFirst();
    if (!open) throw notFound('This enrolment');
    await endToday(trx, clock, [open.id], user);
  });
}

/** Ends an enrolment today. @returns its class. */
export function endOne(
  { database, clock }: Writing,
  id: number,
  user: CurrentUser,
): Promise<number> {
  return inFormTransaction(database, async (trx) => {
    const { class_schedule, student } = await lockOpenEnrolment(trx, id);
    await assertNotAboutOwn(trx, [student.id], user);
    await endToday(trx, clock, [id], user);
    return class_schedule;
  });
}

/** Ends the enrolments of several students in a class today. */
export function removeFromClass(
  { database, clock }: Writing,
  { class_schedule, student }: RequestBody<typeof removeFromClassEndpoint>,
  user: CurrentUser,
) {
  return inFormTransaction(database, async (trx) => {
    const students = await lockStudents(trx, 'student', [student].flat(), user);
    const open = await trx
      .selectFrom('enrolment')
      .select(['id', 'student_id'])
      .where('class_schedule_id', '=', class_schedule)
      .where('student_id', '=', anyOf.ids(students.map(({ id }) => id)))
      .where('enrolled_to', 'is', null)
      .execute();
    const enrolled = new Set(open.map((row) => row.student_id));
    const withStatus = (status: string) => (person: Person) => ({
      student_id: person.student_id,
      name: person.name,
      status,
    });
    const fail = students
      .filter(({ id }) => !enrolled.has(id))
      .map(withStatus('is not in this class'));
    if (open.length === 0) throw new ApiError(400, { fail });
    const operation = await endToday(
      trx,
      clock,
      open.map(({ id }) => id),
      user,
    );
    return {
      results: students
        .filter(({ id }) => enrolled.has(id))
        .map(withStatus(messages.studentRemovedFromClass)),
      fail,
      operation,
    };
  });
}
