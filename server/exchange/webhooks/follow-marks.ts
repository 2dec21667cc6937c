import { sql } from 'kysely';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import {
  transactionsAfter,
  createPassedIds,
  firstId,
  type HistoryPosition,
} from '#server/standing/index.ts';

/** The advisory lock: of all processes one turns marks into events at a time. */
const followingLock = 7_043_182_003;

/** Webhooks `w` that are notified of marks. */
const wantsMarks = sql`w.disabled_at is null and 'marks' = any(w.kinds)`;

type Position = HistoryPosition & { history_xid: string; is_wanted: boolean };

async function readPosition(trx: Database): Promise<Position> {
  const { position } = oneRow(
    await sql<{ position: Position }>`
      select jsonb_build_object('history_id', coalesce(p.history_id, 0),
        'history_xid', coalesce(p.history_xid::text, ''),
        'horizon', pg_snapshot_xmin(pg_current_snapshot())::text,
        'next_xid', pg_snapshot_xmax(pg_current_snapshot())::text,
        'last_id', coalesce(pg_sequence_last_value(
          pg_get_serial_sequence('attendance_history', 'id')::regclass), 0),
        'is_wanted', exists (select from webhook w where ${wantsMarks})) as position
      from (select 1) one left join webhook_progress p on true`.execute(trx),
  );
  return position;
}

async function writePosition(trx: Database, id: number, xid: string): Promise<void> {
  const position = { history_id: id, history_xid: xid };
  await trx
    .insertInto('webhook_progress')
    .values(position)
    .onConflict((same) => same.column('is_single').doUpdateSet(position))
    .execute();
}

/**
 * Marks from now on are events: before the first webhook wants marks, in its transaction. While others
 * want them they are followed already.
 */
export async function beginMarks(trx: Database): Promise<void> {
  // The follower does not run meanwhile, nor does another webhook begin.
  await sql`select pg_advisory_xact_lock(${followingLock})`.execute(trx);
  const position = await readPosition(trx);
  if (!position.is_wanted) await writePosition(trx, firstId(position.last_id), position.horizon);
}

/**
 * Turns marks into events, each once (R-HOOK-2). They are read from their append-only history, by the
 * transactions that are over: a mark writes nothing for it, and ids need not be committed in their order
 * (decision 38).
 * @returns a function that runs one step, and returns the number of its events.
 */
export function createMarkFollower(database: Database): () => Promise<number> {
  const passedIds = createPassedIds();
  return () =>
    inTransaction(database, async (trx) => {
      // After a crash marks become the same events again, with the same ids.
      await sql`set local synchronous_commit = off`.execute(trx);
      const { rows } = await sql<{ got: boolean }>`
        select pg_try_advisory_xact_lock(${followingLock}) as got`.execute(trx);
      if (!rows[0]?.got) return 0;
      const position = await readPosition(trx);
      const { history_xid, horizon, last_id } = position;
      if (!position.is_wanted) return 0;
      // After a restore the history has other transactions.
      if (history_xid === '' || BigInt(horizon) < BigInt(history_xid)) {
        await writePosition(trx, firstId(last_id), horizon);
        return 0;
      }
      const from = passedIds(position);
      if (horizon === history_xid) return 0;
      const { numAffectedRows } = await sql`
        insert into webhook_delivery (webhook_id, message_id, event, subject, student_id,
          class_schedule_id, date, at)
        select w.id, md5(w.id || ' ' || h.id)::uuid, case when h.from_status is null then 'mark.created'
            when h.to_status is null then 'mark.deleted' else 'mark.changed' end,
          'student ' || h.student_id, h.student_id, h.class_schedule_id, h.date, h.changed_at
        from attendance_history h join webhook w on ${wantsMarks}
        where h.id > ${from} and h.again is null and ${transactionsAfter(sql`${history_xid}::bigint`)}
          < ${horizon}::bigint - ${history_xid}::bigint
        order by h.id, w.id`.execute(trx);
      await writePosition(trx, from, horizon);
      return Number(numAffectedRows ?? 0);
    });
}
