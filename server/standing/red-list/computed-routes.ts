import { sql } from 'kysely';
import {
  addRedListRule,
  changeRedListRule,
  decideRedList,
  listComputedRedList,
  listRedListRules,
  removeRedListRule,
} from '#contract/standing/red-list-computed.endpoints.ts';
import { can } from '#contract/permissions.ts';
import type { RedListDecision } from '#contract/standing/red-list-computed.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { localNow } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { assertNoneIsAboutOwn } from '#server/school/own-row.ts';
import { findComputed } from './computed.ts';
import { countListed, listRules, removeRule, saveRule } from './rules.ts';

/** The computed red list and its rules (R-RED-1, R-RED-2). */
export function computedRedListRoutes(api: Api, { database, clock, settings }: AppContext): void {
  const moment = () => ({ today: clock.today(), now: localNow(clock) });

  implement(api, listComputedRedList, async (request) => {
    const { query, user } = request;
    // Id 0 belongs to no teacher.
    const teacher = can(user.permissions, 'Red List Students', 'edit')
      ? null
      : (user.teacherId ?? 0);
    const found = await findComputed(
      database,
      { ...query, teacher },
      settings.current(),
      clock.today(),
    );
    return presentList(request, query, found);
  });

  implement(api, decideRedList, async ({ body, user }) => {
    await assertNoneIsAboutOwn(database, 'red_list_computed', body.ids, user);
    const { rows } = await decided(body, user.id, clock.now().toString()).execute(database);
    return { changed: rows.length };
  });

  implement(api, listRedListRules, async () => {
    const progress = await database
      .selectFrom('standing_progress')
      .select('as_of')
      .executeTakeFirst();
    return { results: await listRules(database), counted_until: progress?.as_of ?? null };
  });

  implement(api, addRedListRule, async ({ body, user }, reply) => {
    const by = { user: user.id, at: clock.now().toString() };
    const saved = await inTransaction(database, async (trx) => {
      const id = body.preview ? null : await saveRule(trx, null, body, by);
      return { id, ...(await countListed(trx, body, settings.current(), moment())) };
    });
    return reply.code(body.preview ? 200 : 201).send(saved);
  });

  implement(api, changeRedListRule, ({ params: { id }, body, user }) => {
    const by = { user: user.id, at: clock.now().toString() };
    return inTransaction(database, async (trx) => {
      if (!body.preview) await saveRule(trx, id, body, by);
      const counted = await countListed(trx, body, settings.current(), moment());
      return { id: body.preview ? null : id, ...counted };
    });
  });

  implement(api, removeRedListRule, async ({ params: { id } }, reply) => {
    if (!(await removeRule(database, id))) throw notFound('This rule');
    return reply.code(204).send(null);
  });
}

/**
 * Of a dismissed entry the rate and the absences are remembered: it opens again when it worsens. One
 * that has recovered is decided by closing its follow-up.
 */
const decided = ({ ids, decision, reason }: RedListDecision, user: number, now: string) => {
  const isOpened = decision === 'open';
  const states = { accept: 'accepted', dismiss: 'dismissed', open: 'open' };
  return sql<{ id: number }>`
    update red_list_computed
    set state = ${states[decision]}, decided_by = ${isOpened ? null : user}::bigint,
      decided_at = ${isOpened ? null : now}::timestamptz, decision = ${reason ?? null},
      decided_rate = rate, decided_absent = absent
    where id = any(${ids}::bigint[]) and state not in ('recovered', 'cleared', ${states[decision]})
    returning id`;
};
