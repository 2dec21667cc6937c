import {
  changeEnrolment,
  endEnrolment,
  enrolStudents,
  getEnrolment,
  listEnrolments,
  listScheduleStudents,
  removeFromClass,
  removeStudentFromClass,
} from '#contract/enrolment/enrolment.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import {
  ApiError,
  inOneAnswer,
  notFound,
  validationError,
} from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { asOperation, type OperationOptions } from '#server/platform/resource/bulk-operation.ts';
import { lockClassesToJoin } from '#server/timetable/index.ts';
import { studentNamed } from '#server/school/student-reference.ts';
import {
  checkClasses,
  endEnrolments,
  enrol,
  lockStudents,
  planEnrolment,
  type Person,
} from './enrol.ts';
import { firstDay, lastMarks } from './first-day.ts';
import { enrolmentById, findEnrolments, lockOpenEnrolment, studentsOfClass } from './queries.ts';

/** Enrolment in classes and removal, one class at a time (R-ENROL-3). */
export function classEnrolmentRoutes(api: Api, { database, clock, files }: AppContext): void {
  const recorded = (kind: 'enrol' | 'transfer', user: CurrentUser): OperationOptions => ({
    kind,
    about: kind === 'enrol' ? 'students in a class' : 'a student to another class',
    user: user.id,
    now: clock.now().toString(),
    rights: (kind === 'enrol' ? enrolStudents : changeEnrolment).access,
  });

  implement(api, listEnrolments, async (request) => {
    const page = await findEnrolments(database, request.query);
    return presentList(request, request.query, page);
  });

  implement(api, listScheduleStudents, async (request) => {
    const { rows, total } = await studentsOfClass(database, {
      ...request.query,
      today: clock.today(),
    });
    return presentList(request, request.query, {
      rows: rows.map((row) => ({ ...row, profile_image: files.link(row.profile_image) })),
      total,
    });
  });

  implement(api, enrolStudents, async ({ body, user }, reply) => {
    const { class_schedule_id, student_id, from_date, preview, confirm_capacity } = body;
    const plan = await inFormTransaction(database, async (trx) => {
      const [, students] = await inOneAnswer(
        () => checkClasses(trx, 'class_schedule_id', [class_schedule_id]),
        () => lockStudents(trx, 'student_id', [student_id].flat()),
      );
      const enrolmentRequest = {
        students,
        classes: [class_schedule_id],
        from: await firstDay(trx, clock, [class_schedule_id], from_date),
        confirmCapacity: confirm_capacity ?? false,
        message: messages.studentAddedToClass,
      };
      if (preview) return planEnrolment(trx, clock, enrolmentRequest);
      const { result, operation } = await asOperation(trx, recorded('enrol', user), () =>
        enrol(trx, clock, enrolmentRequest),
      );
      return { ...result, operation };
    });
    return reply.code(preview ? 200 : 201).send(plan);
  });

  implement(api, changeEnrolment, async ({ params: { id }, body, user }) => {
    return inFormTransaction(database, async (trx) => {
      const before = await enrolmentById(trx, id);
      if (!before) throw notFound('This enrolment');
      await lockClassesToJoin(trx, [body.class_schedule]);
      const current = await lockOpenEnrolment(trx, id);
      const students = await lockStudents(trx, 'student', [current.student.id]);
      const [named] =
        body.student === undefined ? students : await lockStudents(trx, 'student', [body.student]);
      if (named?.id !== before.student.id)
        throw validationError('student', 'is not the student of this enrolment');
      if (body.class_schedule === current.class_schedule)
        throw validationError('class_schedule', messages.chooseDifferentSchedule);
      await checkClasses(trx, 'class_schedule', [body.class_schedule]);
      const from = await firstDay(
        trx,
        clock,
        [body.class_schedule, current.class_schedule],
        body.from_date,
      );
      // The old class keeps its marks: starting before the last one would mean two classes at the
      // same time.
      const last = (await lastMarks(trx, [id], from)).get(before.student.id);
      if (last)
        throw validationError(
          'from_date',
          `must be after ${last}, the last day with a mark in the current class`,
        );
      const { result: plan, operation } = await asOperation(
        trx,
        recorded('transfer', user),
        async () => {
          const done = await enrol(trx, clock, {
            students,
            classes: [body.class_schedule],
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
        class_schedule: [body.class_schedule],
      });
      return { ...oneRow(found), results: plan.results, operation };
    });
  });

  implement(api, removeStudentFromClass, async ({ params: named }, reply) => {
    const student = await studentNamed(database, named.student);
    if (student === null) throw notFound('This student');
    await inFormTransaction(database, async (trx) => {
      await trx
        .selectFrom('student')
        .select('id')
        .where('id', '=', student)
        .forNoKeyUpdate()
        .execute();
      const open = await trx
        .selectFrom('enrolment')
        .select('id')
        .where('student_id', '=', student)
        .where('class_schedule_id', '=', named.class_schedule)
        .where('enrolled_to', 'is', null)
        .executeTakeFirst();
      if (!open) throw notFound('This enrolment');
      await endEnrolments(trx, [open.id], clock.today());
    });
    return reply.code(204).send(null);
  });

  implement(api, getEnrolment, async ({ params: { id } }) => {
    const row = await enrolmentById(database, id);
    if (!row) throw notFound('This enrolment');
    return row;
  });

  implement(api, endEnrolment, async ({ params: { id } }, reply) => {
    await inFormTransaction(database, async (trx) => {
      await lockOpenEnrolment(trx, id);
      await endEnrolments(trx, [id], clock.today());
    });
    return reply.code(204).send(null);
  });

  implement(api, removeFromClass, async ({ body: { class_schedule, student } }) =>
    inFormTransaction(database, async (trx) => {
      const students = await lockStudents(trx, 'student', [student].flat());
      const open = await trx
        .selectFrom('enrolment')
        .select(['id', 'student_id'])
        .where('class_schedule_id', '=', class_schedule)
        .where('student_id', '=', anyOf.ids(students.map(({ id }) => id)))
        .where('enrolled_to', 'is', null)
        .execute();
      const inIt = new Set(open.map((row) => row.student_id));
      const withStatus = (status: string) => (person: Person) => ({
        student_id: person.student_id,
        name: person.name,
        status,
      });
      const fail = students
        .filter(({ id }) => !inIt.has(id))
        .map(withStatus('is not in this class'));
      if (open.length === 0) throw new ApiError(400, { fail });
      await endEnrolments(
        trx,
        open.map(({ id }) => id),
        clock.today(),
      );
      return {
        results: students
          .filter(({ id }) => inIt.has(id))
          .map(withStatus(messages.studentRemovedFromClass)),
        fail,
      };
    }),
  );
}
