import {
  changeEnrolment,
  endEnrolment,
  enrolStudents,
  getEnrolment,
  listEnrolments,
  listScheduleStudents,
  removeFromClass as removeFromClassEndpoint,
  removeStudentFromClass,
} from '#contract/enrolment/enrolment.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { publishRolls } from '#server/school/live-marks.ts';
import { studentNamed } from '#server/school/student-reference.ts';
import {
  changeClass,
  endOne,
  enrolInClass,
  removeFromClass,
  removeStudent,
} from './class-enrolment.ts';
import { enrolmentById, findEnrolments, studentsOfClass } from './queries.ts';

/** Enrolment in classes and removal, one class at a time (R-ENROL-3). */
export function classEnrolmentRoutes(api: Api, context: AppContext): void {
  const { database, clock, files } = context;

  implement(api, listEnrolments, async (request) =>
    presentList(request, request.query, await findEnrolments(database, request.query)),
  );
  implement(api, listScheduleStudents, async (request) => {
    const query = { ...request.query, today: clock.today() };
    const { rows, total } = await studentsOfClass(database, query);
    return presentList(request, request.query, {
      rows: rows.map((row) => ({ ...row, profile_image: files.link(row.profile_image) })),
      total,
    });
  });
  implement(api, enrolStudents, async ({ body, user }, reply) => {
    const plan = await enrolInClass(context, body, user);
    if (!body.preview) publishRolls(context, [body.class_schedule_id]);
    return reply.code(body.preview ? 200 : 201).send(plan);
  });
  implement(api, changeEnrolment, async ({ params, body, user }) => {
    const before = await enrolmentById(database, params.id);
    const changed = await changeClass(context, params.id, body, user);
    publishRolls(context, [body.class_schedule, ...(before ? [before.class_schedule] : [])]);
    return changed;
  });
  implement(api, removeStudentFromClass, async ({ params, user }, reply) => {
    const student = await studentNamed(database, params.student);
    if (student === null) throw notFound('This student');
    await removeStudent(context, student, params.class_schedule, user);
    publishRolls(context, [params.class_schedule]);
    return reply.code(204).send(null);
  });
  implement(api, getEnrolment, async ({ params }) => {
    const row = await enrolmentById(database, params.id);
    if (!row) throw notFound('This enrolment');
    return row;
  });
  implement(api, endEnrolment, async ({ params, user }, reply) => {
    publishRolls(context, [await endOne(context, params.id, user)]);
    return reply.code(204).send(null);
  });
  implement(api, removeFromClassEndpoint, async ({ body, user }) => {
    const removed = await removeFromClass(context, body, user);
    publishRolls(context, [body.class_schedule]);
    return removed;
  });
}
