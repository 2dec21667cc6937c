import {
  getMessageStop,
  setMessageStop,
  stopMessagesByLink,
} from '#contract/messages/message-stops.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { secretOf } from '#server/platform/database/secret.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { addLine, writerOf } from '#server/school/audit-trail.ts';
import { studentNamed } from '#server/school/student-reference.ts';
import { stopSecret } from './stop-links.ts';
import { isStopLink, setStop, stopByLink } from './stops.ts';
import { stopPage, stopPageHeaders, type StopState } from './stop-page.ts';

/** A mail program sends `List-Unsubscribe=One-Click`, the page nothing. */
const maxFormBytes = 4096;

/** Recipients stop messages by the link in them (R-MSG-8); staff see it, and send them again. */
export function messageStopRoutes(api: Api, context: AppContext): void {
  const { database, clock, settings } = context;
  const now = () => clock.now().toString();
  const page = (state: StopState) =>
    stopPage(state, {
      title: settings.current().title,
      contact: settings.current().message_contact,
    });

  const linkIn = async (token: string) => ({ secret: await secretOf(database, stopSecret), token });

  implement(api, getMessageStop, async ({ params }, reply) => {
    const isValid = await isStopLink(database, await linkIn(params.secret));
    return reply.headers(stopPageHeaders).send(page(isValid ? 'asks' : 'over'));
  });

  void api.register(async (scope: Api) => {
    // What the form says is the same for everybody.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: maxFormBytes },
      (_request, _body, done) => done(null, null),
    );
    implement(scope, stopMessagesByLink, async (request, reply) => {
      const isStopped = await stopByLink(
        database,
        {
          ...(await linkIn(request.params.secret)),
          now: now(),
        },
        (trx, about) =>
          addLine(trx, {
            ...writerOf(request, clock, 'recipient'),
            kind: 'change',
            what: 'Stop messages by link',
            about,
            status: 200,
          }),
      );
      return reply.headers(stopPageHeaders).send(page(isStopped ? 'stopped' : 'over'));
    });
  });

  implement(api, setMessageStop, async ({ params, body, user }, reply) => {
    const student = await studentNamed(database, params.student);
    if (student === null) throw notFound('This student');
    await setStop(
      database,
      { student, guardian: body.guardian_id },
      { stopped: body.stopped, by: user, now: now() },
    );
    return reply.code(204).send(null);
  });
}
