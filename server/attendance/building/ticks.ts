import { sql } from 'kysely';
import type { TicksBody } from '#contract/attendance/building.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
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
 * Stores ticks, each once, and sets for each person the one that was made last, of those that are not taken back
 * (R-HERE-4). The clock of a phone may
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
    const { rows: added } = await sql<Added>`
      insert into building_roll_call_tick (building_roll_call_id, device, number, person, accounted, takes_back, made_at,
        made_by, received_at, late)
      select ${roll_call}::bigint, ${device}::uuid, k.number, k.person, k.accounted, k.takes_back,
        least(${now}::timestamptz, greatest(b.started_at, k.made_at)), ${user}::bigint, ${now}::timestamptz, ${late}
      from unnest(${ticks.map(({ number }) => number)}::int[], ${ticks.map(({ person }) => person)}::int[],
        ${ticks.map(({ accounted }) => accounted)}::boolean[],
        ${ticks.map(({ takes_back }) => takes_back ?? null)}::int[],
        ${ticks.map(({ made_at }) => made_at)}::timestamptz[]) k(number, person, accounted, takes_back, made_at)
      join building_roll_call b on b.id = ${roll_call}
      on conflict do nothing
      returning number, person, takes_back`.execute(trx);
    if (late || added.length === 0) return { late, version, changed: [] };
    const of = { roll_call, device, version: version + 1 };
    const changed = [...(await setLatest(trx, of, added)), ...(await setWithout(trx, of, added))];
    if (changed.length === 0) return { late, version, changed };
    await trx
      .updateTable('building_roll_call')
      .set({ version: version + 1 })
      .where('id', '=', roll_call)
      .execute();
    return { late, version: version + 1, changed };
  });
}

interface Added {
  number: number;
  person: number;
  takes_back: number | null;
}

interface Of {
  roll_call: number;
  device: string;
  /** The version that people get who change. */
  version: number;
}

/**
 * Sets the people of whom no tick is taken back: the latest of the added ticks counts, unless a later one was stored
 * before.
 * @returns the numbers of the people who have changed.
 */
async function setLatest(trx: Database, of: Of, added: Added[]): Promise<number[]> {
  const takenBack = peopleTakenBack(added);
  const numbers = added.filter(({ person }) => !takenBack.has(person)).map(({ number }) => number);
  if (numbers.length === 0) return [];
  const { rows } = await sql<{ number: number }>`
    with latest as (
      select distinct on (person) * from building_roll_call_tick
      where building_roll_call_id = ${of.roll_call} and device = ${of.device}::uuid and number = any(${numbers}::int[])
      order by person, made_at desc, device desc, number desc
    )
    update building_roll_call_person p set accounted = l.accounted, ticked_at = l.made_at, ticked_by = l.made_by,
      ticked_device = l.device, ticked_number = l.number, version = ${of.version}
    from latest l
    where p.building_roll_call_id = ${of.roll_call} and p.number = l.person and (p.ticked_at is null
      or (l.made_at, l.device, l.number) > (p.ticked_at, p.ticked_device, p.ticked_number))
    returning p.number`.execute(trx);
  return rows.map(({ number }) => number);
}

/**
 * Sets the people of whom a tick is taken back: the latest tick that is left counts; without one they are as before
 * any tick.
 * @returns the numbers of the people who have changed.
 */
async function setWithout(trx: Database, of: Of, added: Added[]): Promise<number[]> {
  const people = [...peopleTakenBack(added)];
  if (people.length === 0) return [];
  const { rows } = await sql<{ number: number }>`
    update building_roll_call_person p set accounted = coalesce(l.accounted, false), ticked_at = l.made_at,
      ticked_by = l.made_by, ticked_device = l.device, ticked_number = l.number, version = ${of.version}
    from unnest(${people}::int[]) k(person)
    left join lateral (
      select t.* from building_roll_call_tick t
      where t.building_roll_call_id = ${of.roll_call} and t.person = k.person and t.takes_back is null and not exists (
        select from building_roll_call_tick u
        where u.building_roll_call_id = ${of.roll_call} and u.person = k.person and u.device = t.device
          and u.takes_back = t.number)
      order by t.made_at desc, t.device desc, t.number desc limit 1
    ) l on true
    where p.building_roll_call_id = ${of.roll_call} and p.number = k.person
      and (p.ticked_device, p.ticked_number) is distinct from (l.device, l.number)
    returning p.number`.execute(trx);
  return rows.map(({ number }) => number);
}

const peopleTakenBack = (added: Added[]): Set<number> =>
  new Set(added.filter(({ takes_back }) => takes_back !== null).map(({ person }) => person));
