import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { oneRow } from '#server/platform/database/one-row.ts';

/** Ends a transaction that would write something else than its check has shown. */
export class ChangedSinceCheck extends Error {
  static readonly code = 'ATTENDANCE_CHANGED_SINCE';
  /** It survives the way out of a thread. */
  readonly code = ChangedSinceCheck.code;

  constructor() {
    super('Others changed records since the check.');
  }
}

/** @throws ChangedSinceCheck where a check found something else. */
export function assertAsChecked(found: string | undefined, checked: string | undefined): void {
  if (checked !== undefined && found !== checked) throw new ChangedSinceCheck();
}

/** The fingerprint of what an import changes, by the parts of its report. */
export const fingerprintOf = (...parts: unknown[]): string =>
  createHash('md5').update(JSON.stringify(parts)).digest('hex');

/**
 * The same by the rows of a recorded operation: how many are added, and what the others had before. The values that
 * they get follow from the file and from these.
 */
export async function fingerprintOfOperation(
  trx: Database,
  operation: number | null,
): Promise<string> {
  if (operation === null) return fingerprintOf();
  const row = oneRow(
    await sql<{ fingerprint: string }>`
      select md5(concat_ws(' ',
        jsonb_object_agg(t.table_name, t.added) filter (where t.added > 0),
        string_agg(t.changed, ' ' order by t.table_name))) as fingerprint
      from (
        select table_name, count(*) filter (where before is null) as added,
          md5(string_agg(row_key || before::text, ' ' order by row_key)) as changed
        from bulk_operation_row where operation_id = ${operation} group by table_name
      ) t`.execute(trx),
  );
  return row.fingerprint;
}
