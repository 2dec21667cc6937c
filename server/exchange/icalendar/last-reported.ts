import { sql } from 'kysely';
import { keyForm } from '#contract/identifier.ts';
import { weeksText } from '#contract/weeks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Existing } from './existing.ts';
import { furtherOf, furtherText } from './further.ts';
import type { ResolvedClass } from './resolve.ts';
import type { RoomIds } from './rooms.ts';
import type { CalendarSource } from './source.ts';

export const kinds = ['teacher', 'room', 'time'] as const;
export type Kind = (typeof kinds)[number];

/** The facts of a class in a file, as they are compared. */
type Facts = Record<Kind, string>;
interface Reported extends Facts {
  /** The further teachers and rooms of the class and its group, of a file that names them. */
  further?: string;
  /** The weeks that the class had after the file; empty for every week. */
  weeks?: string;
  /** The weeks of the file itself. */
  planned?: string;
  /** The UIDs of its events, and the id of its subject; not of files before November 2026. */
  uids?: string[];
  subject?: number;
}

export type LastReported = ReadonlyMap<number, { reported: Reported }>;

/** Whether somebody has given a class other weeks since the last file. */
export const hasOtherWeeks = (last: Last | undefined, now: number[] | null): boolean =>
  last?.reported.weeks !== undefined && last.reported.weeks !== weeksText(now ?? []);

export const timeOf = ({
  weekday,
  start,
  end,
}: Pick<Existing, 'weekday' | 'start' | 'end'>): string => `${weekday} ${start}–${end}`;

export const reportedBy = (given: ResolvedClass): Facts => ({
  teacher: String(given.teacher_id),
  room: typeof given.room === 'number' ? String(given.room) : `new ${keyForm(given.room.makes)}`,
  time: timeOf(given),
});

export const standsNow = (known: Existing): Facts => ({
  teacher: String(known.teacher_id),
  room: String(known.classroom_id),
  time: timeOf(known),
});

interface Last {
  id: number;
  reported: Reported;
  written_at: string;
}

export async function lastReported(
  trx: Database,
  { id }: CalendarSource,
): Promise<Map<number, Last>> {
  const rows = await trx
    .selectFrom('import_class')
    .select(['class_schedule_id as id', 'reported', 'written_at'])
    .where('import_source_id', '=', id)
    .$narrowType<Last>()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The classes that an earlier calendar than this one knows: single dates are those of the first of them. */
export async function knownEarlier(trx: Database, { id }: CalendarSource): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('import_class')
    .select('class_schedule_id as id')
    .distinct()
    .$if(id !== null, (select) => select.where('import_source_id', '<', id))
    .$narrowType<{ id: number }>()
    .execute();
  return new Set(rows.map((row) => row.id));
}

interface Author {
  kind: string;
  about: string;
  date: string;
}

/** The columns of a class that a fact stands in. */
const columnsOf: Record<Kind, string[]> = {
  teacher: ['teacher_id'],
  room: ['classroom_id'],
  time: ['day_of_week', 'start_time', 'end_time'],
};

/**
 * The recorded operation that has changed each fact of a class: the latest one since the last file, else the latest
 * import that wrote what stands now, since a file that left it so was no change.
 */
export async function changedBy(
  trx: Database,
  facts: { id: number; kind: Kind; written_at: string }[],
): Promise<(id: number, kind: Kind) => Author | undefined> {
  if (facts.length === 0) return () => undefined;
  const given = facts.map(({ id, kind, written_at }) => ({
    id,
    fact: kind,
    columns: columnsOf[kind],
    written_at,
  }));
  const { rows } = await sql<Author & { id: number; fact: Kind }>`
    select distinct on (given.id, given.fact) given.id, given.fact, o.kind, o.about,
      o.done_at::date as date
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(id bigint, fact text, columns text[], written_at timestamptz)
    join class_schedule c on c.id = given.id
    cross join bulk_operation o
    join bulk_operation_row r on r.operation_id = o.id and r.table_name = 'class_schedule'
      and r.row_key = given.id::text
    where o.done_at > given.written_at
      or (o.kind = 'import' and r.before ?| given.columns
        and r.undone_by is null and not exists (
          select from unnest(given.columns) name
          where r.before ? name and r.after -> name <> to_jsonb(c) -> name))
    order by given.id, given.fact, o.done_at > given.written_at desc, o.id desc`.execute(trx);
  const byFact = new Map(rows.map((row) => [`${row.id} ${row.fact}`, row]));
  return (id, kind) => byFact.get(`${id} ${kind}`);
}

/** A room that was made has its id from now on. */
function writtenBy(given: ResolvedClass, idOf: RoomIds): Reported {
  const { room } = given;
  const isMade = typeof room !== 'number' && idOf.added.includes(room.makes);
  return {
    ...reportedBy(isMade ? { ...given, room: idOf(room) } : given),
    uids: given.uids,
    subject: given.subject_id,
    ...(given.named && { further: furtherText(furtherOf(given, idOf)) }),
  };
}

/** Stores the values that the file has for its classes. */
export async function saveReported(
  trx: Database,
  source: number,
  classes: {
    id: number;
    given: ResolvedClass;
    /** The weeks that the class has now; as text, those that it had after an earlier file. */
    weeks?: number[] | string | null | undefined;
    planned?: string | undefined;
  }[],
  idOf: RoomIds,
  now: string,
): Promise<void> {
  const rows = [
    ...new Map(
      classes.map(({ id, given, weeks, planned }) => {
        const text = typeof weeks === 'string' ? weeks : weeksText(weeks ?? []);
        const inWeeks = weeks === undefined ? {} : { weeks: text, planned };
        return [id, { id, reported: { ...writtenBy(given, idOf), ...inWeeks } }];
      }),
    ).values(),
  ];
  await sql`
    insert into import_class (import_source_id, class_schedule_id, reported, written_at)
    select ${source}, id, reported, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id bigint, reported jsonb)
    on conflict (import_source_id, class_schedule_id)
      do update set reported = excluded.reported, written_at = excluded.written_at`.execute(trx);
}
