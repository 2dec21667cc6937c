import { sql } from 'kysely';
import type { CardReason } from '#contract/people/card-reasons.ts';
import type { Database } from '#server/platform/database/pool.ts';

interface CardChange {
  /** The id of the user; null for a command. */
  by: number | null;
  /** ISO instant. */
  at: string;
  /** Why present cards end; by default that they were replaced, or taken off. */
  reason?: CardReason | undefined;
  /** Also numbers that somebody else lost (R-CARD-4). */
  anyway?: boolean;
}

/** Who changes card numbers from here on in the transaction, and why: for the history (R-CARD-3). */
export async function sayCardChange(trx: Database, change: CardChange): Promise<void> {
  await sql`select set_config('attendance.card_change', ${JSON.stringify(change)}, true)`.execute(
    trx,
  );
}
