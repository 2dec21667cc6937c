import { sql } from 'kysely';
import { oneRow } from './one-row.ts';
import type { Database } from './pool.ts';

/**
 * What a transaction does beyond its rows: the fields of the only session setting that triggers read
 * (`act.sql`). It ends with the transaction.
 */
export interface Act {
  /** The recorded operation to which each written row belongs (R-UNDO-1). */
  operation: number;
  /**
   * Rules that hold otherwise: an `erasure` may replace addresses in the audit log, the `retention` may delete
   * old history, an `adoption` writes columns that the patterns of classes have already, and a `rehearsal` is
   * rolled back in the end and plans without locks.
   */
  purpose: 'erasure' | 'retention' | 'adoption' | 'rehearsal';
  /** The institute's local date, or date and time, without a zone. */
  now: string;
  /** The same moment as an ISO instant: former states of meetings end at it. */
  at: string;
  /** The date from which changed columns of classes hold (R-MEETING-2). */
  from: string;
  /** What stays when the first week of a semester is another one; by default the dates of its classes (R-WEEK-2). */
  keeps: 'week_numbers';
  /** Who changes card numbers and student IDs, when and why (R-CARD-3). */
  card: {
    /** The id of the user; null for a command. */
    by: number | null;
    /** ISO instant. */
    at: string;
    /** Why present cards end; by default that they were replaced, or taken off. */
    reason?: string | undefined;
    /** Also numbers that somebody else lost (R-CARD-4). */
    anyway?: boolean;
    /** Numbers are rewritten in another spelling: no card ends, and none is given (R-CARD-2). */
    respelled?: true | undefined;
  };
}

/** Changes fields of what the transaction does from here on; null removes a field. */
export async function setAct(
  trx: Database,
  fields: { [Field in keyof Act]?: Act[Field] | null },
): Promise<void> {
  await sql`select set_act(${JSON.stringify(fields)}::jsonb)`.execute(trx);
}

/** Runs `work` with the purpose, instead of the former one. */
export async function withPurpose<Result>(
  trx: Database,
  purpose: Act['purpose'],
  work: () => Promise<Result>,
): Promise<Result> {
  const former = oneRow(
    await sql<Pick<Act, 'purpose'>>`select act() ->> 'purpose' as purpose`.execute(trx),
  );
  await setAct(trx, { purpose });
  const result = await work();
  await setAct(trx, former);
  return result;
}
