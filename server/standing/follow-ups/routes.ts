import {
  addFollowUpStep,
  beginFollowUp,
  changeFollowUp,
  changeFollowUpStep,
  closeFollowUp,
  countFollowUps,
  getFollowUp,
  getFollowUpOwner,
  listFollowUpOwners,
  listFollowUps,
  removeFollowUpStep,
  reopenFollowUp,
} from '#contract/standing/follow-ups.endpoints.ts';
import type { FollowUpDetails } from '#contract/standing/follow-up.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { begin } from './begin.ts';
import { change, close, reopen } from './changes.ts';
import type { By } from './lock.ts';
import { findOwners } from './owners.ts';
import { countFollowUpsOf, findFollowUps, readFollowUp, type Reading } from './queries.ts';
import { addStep, correctStep, removeStep } from './steps.ts';

/** What is done for students on the red list, by whom, and what came of it (R-FOLLOW-1). */
export function followUpRoutes(
  api: Api,
  { config: emails, database, clock, settings }: AppContext,
): void {
  const by = (user: CurrentUser): By => ({
    user,
    now: clock.now().toString(),
    today: clock.today(),
    timeZone: clock.timeZone,
  });
  const reading = (user: CurrentUser): Reading => ({
    user,
    today: clock.today(),
    terms: settings.current(),
  });
  const read = async (on: Database, id: number, user: CurrentUser): Promise<FollowUpDetails> => {
    const found = await readFollowUp(on, id, reading(user));
    if (!found) throw notFound('This follow-up');
    return found;
  };
  /** Changes it and answers it as it is then. */
  const changed = (user: CurrentUser, work: (trx: Database) => Promise<number>) =>
    inTransaction(database, async (trx) => read(trx, await work(trx), user));

  implement(api, listFollowUps, async (request) => {
    const { query, user } = request;
    return presentList(request, query, await findFollowUps(database, query, reading(user)));
  });

  implement(api, countFollowUps, ({ user }) => countFollowUpsOf(database, reading(user)));

  implement(api, listFollowUpOwners, async (request) => {
    const { query } = request;
    const now = clock.now().toString();
    return presentList(request, query, await findOwners(database, query, { emails, now }));
  });

  implement(api, getFollowUpOwner, async ({ params: { id } }) => {
    const found = await database
      .selectFrom('app_user')
      .select(['id', 'name'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) throw notFound('This user');
    return found;
  });

  implement(api, getFollowUp, ({ params, user }) => read(database, params.follow_up_id, user));

  implement(api, beginFollowUp, async ({ body, user }, reply) => {
    const terms = settings.current();
    const begun = await changed(user, (trx) => begin(trx, body, { ...by(user), terms, emails }));
    return reply.code(201).send(begun);
  });

  implement(api, changeFollowUp, ({ params: { follow_up_id: id }, body, user }) =>
    changed(user, async (trx) => {
      await change(trx, id, body, { ...by(user), emails });
      return id;
    }),
  );

  implement(api, closeFollowUp, ({ params: { follow_up_id: id }, body, user }) =>
    changed(user, async (trx) => {
      await close(trx, id, body, { ...by(user), terms: settings.current() });
      return id;
    }),
  );

  implement(api, reopenFollowUp, ({ params: { follow_up_id: id }, body, user }) =>
    changed(user, async (trx) => {
      await reopen(trx, id, body, by(user));
      return id;
    }),
  );

  implement(api, addFollowUpStep, async ({ params: { follow_up_id: id }, body, user }, reply) => {
    const written = await changed(user, async (trx) => {
      await addStep(trx, id, body, by(user));
      return id;
    });
    return reply.code(201).send(written);
  });

  implement(api, changeFollowUpStep, ({ params: { id }, body, user }) =>
    changed(user, (trx) => correctStep(trx, id, body, by(user))),
  );

  implement(api, removeFollowUpStep, ({ params: { id }, user }) =>
    changed(user, (trx) => removeStep(trx, id, by(user))),
  );
}
