import { sql, type RawBuilder } from 'kysely';
import { clashKinds, type ClashKind } from '#contract/clash.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { Body } from '#server/platform/resource/writer-terms.ts';
import { lockClassNeeds } from './lock.ts';
import { isWritten, plannedMeetings } from './proposals.ts';
import type { Proposed, ProposedMeeting } from './proposed.ts';
import { settleClashes } from './settle.ts';

/** The kinds of clashes that further dates can cause: the classes themselves did not change. */
export const kindsOfDates: readonly ClashKind[] = ['teacher', 'classroom', 'students', 'closed'];

interface Change {
  /** A query of the ids of the classes that may get further meetings. */
  classes: RawBuilder<unknown>;
  /** Only meetings after today change: marks, check-ins and notes do not wait. */
  isToCome?: boolean;
  kinds?: readonly ClashKind[];
  /** `confirm_clashes` of the call, if given. */
  given: Body;
  user: CurrentUser;
}

/**
 * Runs a change that adds meetings of several classes, and judges the new ones
 * (R-CLASH-7).
 */
export async function judgingNewMeetings(
  trx: Database,
  { clock, settings }: Pick<AppContext, 'clock' | 'settings'>,
  { classes, isToCome, kinds = clashKinds, given, user }: Change,
  change: () => Promise<void>,
): Promise<void> {
  const today = clock.today();
  await lockClassNeeds(trx, classes, today, isToCome ? 'no key update' : 'update');
  await change();
  await settleClashes(trx, await writtenMeetings(trx, today), {
    kinds,
    mode: settings.current().clashes,
    confirm: given.confirm_clashes,
    by: { user: user.id, now: clock.now().toString() },
  });
}

/** More are judged in place: the statements for a few start with their dates. */
const maxSent = 10_000;

/** Meetings that this transaction has planned for today and later. */
export async function writtenMeetings(trx: Database, today: string): Promise<Proposed> {
  const written = plannedMeetings(sql`${isWritten()} and g.date >= ${today}::date`);
  const { rows } = await sql<ProposedMeeting & { class: number }>`
    ${written} limit ${maxSent + 1}`.execute(trx);
  return rows.length > maxSent
    ? written
    : rows.map(({ class: id, ...meeting }) => ({ ...meeting, class_schedule_id: id }));
}
