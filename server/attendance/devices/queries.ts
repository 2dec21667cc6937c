import { sql, type RawBuilder } from 'kysely';
import { noLastName } from '#contract/person-name.ts';
import { attended } from '#server/school/status.ts';
import type { Device, DeviceTap, DoorClass, HeldTaps } from '#contract/attendance/device.ts';
import type { TapOutcome } from '#contract/attendance/tap-outcomes.ts';
import { limits } from '#contract/limits.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { withRetry } from '#server/platform/database/transactions.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { isInRoomOf, takesPlace } from '#server/school/meetings.ts';
import type { DoorTerms } from './terms.ts';

/** Where device `d` is now. */
const roomNow = sql`lateral (
    select o.classroom_id from device_room o where o.device_id = d.id order by o.since desc limit 1
  ) p on true
  join classroom r on r.id = p.classroom_id`;

/** Now, and the instant at which the institute's day began. */
interface At {
  now: string;
  dayBegins: string;
}

/** A device that was not seen for this time is silent. */
const silentMinutes = 15;

export async function findDevices(
  database: Database,
  { now, dayBegins }: At,
  of: RawBuilder<unknown> = sql`true`,
): Promise<Device[]> {
  const { rows } = await sql<Device>`
    select d.id, d.name, d.kind, jsonb_build_object('id', r.id, 'room_number', r.room_number) as classroom,
      d.signs, d.shows_names, d.key_hash is not null as has_key, d.seen_at,
      coalesce(d.seen_at < ${now}::timestamptz - make_interval(mins => ${silentMinutes}), false)
        as is_silent, d.revoked_at, d.version,
      d.battery, d.waiting,
      (select count(*) from device_tap t where t.device_id = d.id
        and t.tapped_at >= ${dayBegins}::timestamptz) as taps_today,
      (select count(*) from device_tap t where t.device_id = d.id and t.outcome = 'held') as held
    from device d
    join ${roomNow}
    where ${of}
    order by d.revoked_at is not null, r.room_number, d.name
    limit ${limits.mostRows}`.execute(database);
  return rows;
}

export const findDevice = async (
  database: Database,
  id: number,
  at: At,
): Promise<Device | undefined> => (await findDevices(database, at, sql`d.id = ${id}`))[0];

/** A tap as the database answers it. */
export interface RecordedTap {
  sequence: number;
  outcome: TapOutcome;
  /** Facts for the answer. */
  facts?: {
    late_minutes?: number;
    room?: string;
    starts?: string;
    /** The class does not take place now. */
    happened?: 'cancelled' | 'moved';
    /** Its new date. */
    moved_to?: string;
    /** The outcome of the tap that a repetition repeats. */
    of?: TapOutcome;
  } | null;
  student?: number | null;
  teacher?: number | null;
  class_schedule?: number | null;
  date?: string | null;
  at: string;
  /** First name of who tapped. */
  name?: string | null;
  /** A mark was made or changed. */
  changed?: boolean;
  /** It was answered in a pause of the answers (R-DOOR-6). */
  silent?: boolean;
}

interface RecordedTaps {
  problem?: 'key' | 'revoked';
  answers?: RecordedTap[];
  paused?: boolean;
}

/** Records taps and makes their marks in one round trip and one transaction. */
export function recordTaps(
  database: Database,
  given: {
    device: number;
    generation: number;
    taps: { sequence: number; card: string; plain: string; at: string; typed?: true }[];
    about: { version?: string; battery?: number; waiting?: number };
    now: string;
    terms: DoorTerms;
  },
): Promise<RecordedTaps> {
  const { device, generation, taps, about, now, terms } = given;
  return withRetry(async () => {
    const answered = await sql<{ answer: RecordedTaps }>`
      select record_taps(${device}, ${generation}, ${JSON.stringify(taps)}::jsonb,
        ${JSON.stringify(about)}::jsonb, ${now}::timestamptz, ${JSON.stringify(terms)}::jsonb)
        as answer`.execute(database);
    return oneRow(answered).answer;
  });
}

/** Marks held taps of a device, in their order; `stay` of them could mark no one. */
export async function acceptHeldTaps(
  trx: Database,
  device: number,
  { now, terms: door, only, stored }: Held & { now: string; terms: DoorTerms },
): Promise<{ answers: RecordedTap[]; stay: number }> {
  const terms = { ...door, ...(only && { only }), cards: await formsOfHeld(trx, device, stored) };
  const accepted = await sql<{ done: { answers: RecordedTap[]; stay: number } }>`
    select accept_held_taps(${device}, ${now}::timestamptz, ${JSON.stringify(terms)}::jsonb)
      as done`.execute(trx);
  return oneRow(accepted).done;
}

interface Held {
  /** Those of these numbers; all without it. */
  only: HeldTaps;
  /** The form in which a card that was read is stored. */
  stored: (card: string) => string;
}

/** The stored forms of the held cards that have another one. */
async function formsOfHeld(
  from: Database,
  device: number,
  stored: Held['stored'],
): Promise<Record<string, string>> {
  const { rows } = await sql<{ card: string }>`
    select distinct card from device_tap
    where device_id = ${device} and outcome = 'held' and card is not null`.execute(from);
  return Object.fromEntries(
    rows.map(({ card }) => [card, stored(card)] as const).filter(([card, form]) => card !== form),
  );
}

/** A tap that was dismissed: its card or typed ID, and when it was tapped and arrived. */
type Dismissed = Pick<DeviceTap, 'card' | 'typed' | 'tapped_at' | 'received_at'>;

export async function dismissHeldTaps(
  trx: Database,
  device: number,
  only: HeldTaps,
): Promise<Dismissed[]> {
  const these = only
    ? sql`and (generation, sequence) in (
        select o.generation, o.sequence
        from jsonb_to_recordset(${JSON.stringify(only)}::jsonb) o(generation int, sequence bigint))`
    : sql``;
  const { rows } = await sql<Dismissed>`
    update device_tap set outcome = 'dismissed'
    where device_id = ${device} and outcome = 'held' ${these}
    returning card, coalesce(typed, false) as typed, tapped_at, received_at`.execute(trx);
  return rows;
}

/** The students who had the card or the ID of one of these taps then. */
export async function holdersOf(
  database: Database,
  taps: Dismissed[],
  stored: Held['stored'],
): Promise<number[]> {
  const named = taps.map((tap) => ({ ...tap, form: tap.card === null ? null : stored(tap.card) }));
  const { rows } = await sql<{ id: number }>`
    select id from (
      select distinct tap_holder_at(t.card, t.form, t.typed, t.tapped_at, t.received_at) as id
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        as t(card text, form text, typed boolean, tapped_at timestamptz, received_at timestamptz)
    ) holder where id is not null order by id`.execute(database);
  return rows.map(({ id }) => id);
}

/** The taps of a device, the newest first; held ones, which did nothing, with whose card it is now. */
export async function findTaps(
  database: Database,
  device: number,
  {
    limit,
    page,
    held,
    stored,
  }: { limit: number; page: number; held: boolean; stored: Held['stored'] },
): Promise<{ rows: DeviceTap[]; total: number }> {
  const where = sql`t.device_id = ${device} ${held ? sql`and t.outcome = 'held'` : sql``}`;
  const forms = JSON.stringify(held ? await formsOfHeld(database, device, stored) : {});
  const { rows } = await sql<DeviceTap>`
    select t.generation, t.sequence, t.card, coalesce(t.typed, false) as typed, t.tapped_at,
      t.received_at, t.outcome,
      coalesce(person_name(s.first_name, s.last_name), person_name(h.first_name, h.last_name)) as name,
      t.student_id as student, t.class_schedule_id as class_schedule, t.date
    from device_tap t
    left join student s on s.id = case when t.outcome <> 'held' then t.student_id else
      tap_holder_at(t.card, ${forms}::jsonb ->> t.card, t.typed, t.tapped_at, t.received_at) end
    left join teacher h on h.id = case when t.outcome <> 'held' then t.teacher_id else
      (select min(i.id) from teacher i
        where i.card_number in (t.card, ${forms}::jsonb ->> t.card)) end
    where ${where}
    order by t.tapped_at desc, t.generation desc, t.sequence desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  const counted = await sql<{ total: number }>`
    select count(*) as total from device_tap t where ${where}`.execute(database);
  return { rows, total: oneRow(counted).total };
}

/** The present and the next class in a device's room, at a local time. */
export async function findDoorClasses(
  database: Database,
  device: number,
  { date, time, names, terms }: { date: string; time: string; names: boolean; terms: DoorTerms },
): Promise<(DoorClass & { is_open: boolean; room_number: string })[]> {
  const open = sql<boolean>`is_open_at_door(g.date + g.start_time, g.date + g.end_time, c.class_type,
    ${`${date}T${time}`}::timestamp, as_door_terms(${JSON.stringify(terms)}::jsonb))`;
  const { rows } = await sql<DoorClass & { is_open: boolean; room_number: string }>`
    select g.class_schedule_id as class_schedule, g.date, j.subject_name, j.subject_code, c.group_name,
      g.start_time, g.end_time, r.room_number, ${open} as is_open,
      roll.enrolled, roll.present, coalesce(roll.missing, '{}') as missing
    from device d
    join ${roomNow}
    join class_meeting g on ${isInRoomOf(sql`r.id`)} and g.date = ${date}::date and ${takesPlace}
      and g.end_time > ${time}::time
    join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
    join subject j on j.id = c.subject_id
    cross join lateral (
      select count(*) as enrolled, count(*) filter (where ${attended()}) as present,
        array_agg(case when s.last_name = ${noLastName} then s.first_name
            else person_name(s.first_name, left(s.last_name, 1) || '.') end
          order by s.first_name, s.last_name)
          filter (where ${names} and a.id is null) as missing
      from enrolment e
      join student s on s.id = e.student_id
      left join attendance a on a.student_id = e.student_id and a.date = g.date
        and a.class_schedule_id = g.class_schedule_id
      where e.class_schedule_id = g.class_schedule_id and ${enrolledOn(sql`g.date`)}
    ) roll
    where d.id = ${device}
    order by g.start_time, g.id
    limit 3`.execute(database);
  return rows;
}

/** The room of a device now, and the largest number that was received with its key. It was seen. */
export async function findPlace(
  database: Database,
  { id, generation }: { id: number; generation: number },
  now: string,
): Promise<{ room_number: string; last_sequence: number }> {
  const found = await sql<{ room_number: string; last_sequence: number }>`
    with seen as (
      update device set seen_at = ${now}::timestamptz
      where id = ${id} and (seen_at is null or seen_at < ${now}::timestamptz - interval '1 minute')
    )
    select r.room_number, coalesce((
        select max(t.sequence) from device_tap t
        where t.device_id = d.id and t.generation = ${generation}
      ), 0) as last_sequence
    from device d join ${roomNow}
    where d.id = ${id}`.execute(database);
  return oneRow(found);
}

/** The tap of a teacher's card made no check-in: the list of taps says so, and the next one is no repetition. */
export async function noteNotCheckedIn(
  database: Database,
  { id, generation, sequence }: { id: number; generation: number; sequence: number },
): Promise<void> {
  await database
    .updateTable('device_tap')
    .set({ outcome: 'not_checked_in' })
    .where('device_id', '=', id)
    .where('generation', '=', generation)
    .where('sequence', '=', sequence)
    .execute();
}
