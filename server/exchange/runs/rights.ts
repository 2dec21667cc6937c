import { checkImportRun, writeImportRun } from '#contract/exchange/import-runs.endpoints.ts';
import { canAny, permissionsOf, type Role } from '#contract/permissions.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { rolesNow, type HeldOptions } from '#server/school/held-now.ts';
import type { ClaimedRun } from './store.ts';

export const lostRights =
  'Nothing was written: who ordered this may no longer edit the settings. Somebody who may has to check it again.';

/** Ends the transaction of a run; its code survives the way out of the thread. */
export class LostRights extends Error {
  static readonly code = 'ATTENDANCE_LOST_RIGHTS';
  readonly code = LostRights.code;

  constructor() {
    super(lostRights);
  }
}

/**
 * The leading role of who ordered a step of a run, at this moment (R-ACCESS-6); null when they may no
 * longer order it.
 */
export async function roleNow(
  database: Database,
  { step, ordered_by: { id } }: Pick<ClaimedRun, 'step' | 'ordered_by'>,
  options: HeldOptions,
): Promise<Role | null> {
  const role = (await rolesNow(database, [id], options)).get(id);
  const { access } = step === 'write' ? writeImportRun : checkImportRun;
  return role && canAny(permissionsOf[role], access) ? role : null;
}
