import { sql } from 'kysely';
import { deviceLimits } from '#contract/attendance/device.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { withRetry } from '#server/platform/database/transactions.ts';

/** Deletes the oldest unknown cards of a device beyond the limit: who has its key could fill the disk (R-DOOR-6). */
export const dropOldUnknownCards = (
  database: Database,
  device: number,
  most: number = deviceLimits.storedUnknownCards,
): Promise<unknown> =>
  withRetry(() =>
    // Calls of one device wait for one another, as in `record_taps`.
    sql`
      with own as (select id from device where id = ${device} for no key update)
      delete from device_tap where (device_id, generation, sequence) in (
        select k.device_id, k.generation, k.sequence from own
        join device_tap k on k.device_id = own.id and k.outcome = 'unknown'
        order by k.received_at desc, k.generation desc, k.sequence desc offset ${most})`.execute(
      database,
    ),
  );
