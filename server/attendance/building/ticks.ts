import { sql } from 'kysely';
import type { TicksBody } from '#contract/attendance/building.ts';
import type { AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { lockRollCall } from './roll-calls.ts';

interface Taken {
  late: boolean;
  version: number;
  /** The numbers of the people who have changed. */
  changed: number[];
}

/**
 * Stores ticks, each once, and sets for each person the one that was made last (R-HERE-4). The clock of a phone may
 * be wrong: a tick of the future counts as made now, one from before the start as made then.
 * @throws ApiError 404, and 400 for somebody who is not on the list: nothing is stored.
 */
export async function takeTicks(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { roll_call, device, ticks }: TicksBody,
  user: number,
): Promise<Taken> {
  return inTransaction(database, async (trx) => {
    const { ended_at, version } = await lockRollCall(trx, roll_call);
    const late = ended_at !== null;
    const people = [...new Set(ticks.map(({ person }) => person))];
    const { rows: known } = await sql`
      select from building_roll_call_person
      where building_roll_call_id = ${roll_call} and number = any(${people}::int[])`.execute(trx);
    if (known.length < people.length)
      throw validationError('ticks', 'names a person who is not on the list');
    const now = clock.now().toString();
    const { rows } = await sql<{ number: number }>`
      with added as (
        insert into building_roll_call_tick (building_roll_call_id, device, number, person, accounted, made_at,
          made_by, received_at, late)
        select ${roll_call}::bigint, ${device}::uuid, k.number, k.person, k.accounted,
          least(${now}::timestamptz, greatest(b.started_at, k.made_at)), ${user}::bigint, ${now}::timestamptz, ${late}
        from unnest(${ticks.map(({ number }) => number)}::int[], ${ticks.map(({ person }) => person)}::int[],
          ${ticks.map(({ accounted }) => accounted)}::boolean[],
          ${ticks.map(({ made_at }) => made_at)}::timestamptz[]) k(number, person, accounted, made_at)
        join building_roll_call b on b.id = ${roll_call}
        on conflict do nothing
        returning *
      ), latest as (
        select distinct on (person) * from added where not late
        order by person, made_at desc, device desc, number desc
      )
      update building_roll_call_person p set accounted = l.accounted, ticked_at = l.made_at, ticked_by = l.made_by,
        ticked_device = l.device, ticked_number = l.number, version = ${version + 1}
      from latest l
      where p.building_roll_call_id = ${roll_call} and p.number = l.person and (p.ticked_at is null
        or (l.made_at, l.device, l.number) > (p.ticked_at, p.ticked_device, p.ticked_number))
      returning p.number`.execute(trx);
    const changed = rows.map(({ number }) => number);
    if (changed.length === 0) return { late, version, changed };
    await trx
      .updateTable('building_roll_call')
      .set({ version: version + 1 })
      .where('id', '=', roll_call)
      .execute();
    return { late, version: version + 1, changed };
  });
}
