import {
  addGuardian,
  changeGuardian,
  listGuardians,
  removeGuardian,
} from '#contract/people/guardians.endpoints.ts';
import type { IdOrUuid } from '#contract/fields.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { studentNamed } from '#server/school/student-reference.ts';
import {
  deleteGuardian,
  guardiansOf,
  insertGuardian,
  studentOfGuardian,
  updateGuardian,
} from './queries.ts';

/** Contacts of students (R-GUARD-1); read and written with the same right. */
export function guardianRoutes(api: Api, { database, clock }: AppContext): void {
  const byOf = (user: CurrentUser) => ({ user, now: clock.now().toString() });
  const idOf = async (named: IdOrUuid) => {
    const id = await studentNamed(database, named);
    if (id === null) throw notFound('This student');
    return id;
  };

  implement(api, listGuardians, async ({ params }) =>
    guardiansOf(database, await idOf(params.student), clock.today()),
  );

  implement(api, addGuardian, async ({ params, body, user }, reply) => {
    const added = await insertGuardian(database, await idOf(params.student), body, byOf(user));
    return reply.code(201).send(added);
  });

  implement(api, changeGuardian, async (request) => {
    const { params, body, user } = request;
    const changed = await updateGuardian(database, params.id, body, byOf(user));
    request.auditAbout = { student: await studentOfGuardian(database, params.id) };
    return changed;
  });

  implement(api, removeGuardian, async (request, reply) => {
    const { params, user } = request;
    request.auditAbout = { student: await studentOfGuardian(database, params.id) };
    await deleteGuardian(database, params.id, byOf(user));
    return reply.code(204).send(null);
  });
}
