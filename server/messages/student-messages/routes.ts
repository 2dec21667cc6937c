import {
  listMessageCourses,
  listMessagesOfStudent,
  outboxEndpoints,
  previewMessages,
  resendMessage,
  stopMessages,
  switchMessageCourse,
} from '#contract/messages/student-messages.endpoints.ts';
import type { OutboxRow } from '#contract/messages/student-messages.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { createReader } from '#server/platform/resource/list.ts';
import { registerReads } from '#server/platform/resource/routes.ts';
import { studentNamed } from '#server/school/student-reference.ts';
import { messageCoursesOf, switchCourse } from './courses.ts';
import { stopOfStudent } from './stops.ts';
import { messagesOf, outboxList, resend, stopAll } from './outbox.ts';
import { previewOfYesterday } from './preview.ts';

/** Messages to students about absences: outbox, switches and preview. */
export function studentMessageRoutes(api: Api, context: AppContext): void {
  const { database, clock } = context;
  const now = () => clock.now().toString();

  registerReads(
    api,
    outboxEndpoints,
    createReader(database, outboxList, clock.today, (row: OutboxRow) => row),
    { today: clock.today },
  );

  implement(api, resendMessage, async (request, reply) => {
    const { params, user } = request;
    request.auditAbout = { student: await resend(database, params.id, { by: user, now: now() }) };
    return reply.code(204).send(null);
  });

  implement(api, stopMessages, async ({ user }) => ({
    stopped: await stopAll(database, { by: user.name, now: now() }),
  }));

  implement(api, previewMessages, () => previewOfYesterday(context));

  implement(api, listMessageCourses, async () => ({ results: await messageCoursesOf(database) }));

  implement(api, switchMessageCourse, async ({ body }) => {
    await switchCourse(database, { ...body, now: now() });
    return { results: await messageCoursesOf(database) };
  });

  implement(api, listMessagesOfStudent, async ({ params }) => {
    const id = await studentNamed(database, params.student);
    if (id === null) throw notFound('This student');
    return {
      results: await messagesOf(database, id),
      stopped: await stopOfStudent(database, id),
    };
  });
}
