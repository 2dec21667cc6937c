import { sql } from 'kysely';
import { weekdays } from '#contract/weekdays.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { differentFacts, differing, roomsOf, teachersOf, type Differing } from './differs-here.ts';
import type { Existing, Matched } from './existing.ts';
import { reportedBy, timeOf, type LastReported } from './last-reported.ts';
import type { RowNames } from './listed-dates.ts';
import { firstOf } from '../runs/questions.ts';
import type { CalendarQuestions } from './questions.ts';
import type { ResolvedClass } from './resolve.ts';
import type { RoomIds } from './rooms.ts';
import { withTime } from './with-time.ts';

/** A class of another source that has other teachers, rooms or times here than this file says. */
interface Disagreement {
  match: Matched & { id: number };
  here: Existing;
  kind: Differing;
  /** The name of the other source. */
  by: string;
  /** The file says the same as the last one of its calendar. */
  isSame: boolean;
}

interface Options {
  trx: Database;
  known: (id: number) => Existing | undefined;
  last: LastReported;
  idOf: RoomIds;
  questions: CalendarQuestions;
  names: RowNames;
}

/** The result of the questions about classes on which two sources disagree. */
export interface SettledSources {
  /** The classes as they are written: those that are not moved at the time that they have here. */
  matched: Matched[];
  /** The classes at the time that they have here → the same as the file has them. */
  inFile: ReadonlyMap<ResolvedClass, ResolvedClass>;
  /** The ids of those. */
  atOtherTimes: ReadonlySet<number>;
  /** The ids of the classes that get the teachers, rooms or times of this file. */
  taken: ReadonlySet<number>;
  /** The ids of the classes that a question names, by the fact that differs. */
  inQuestion: Record<Differing, ReadonlySet<number>>;
}

/**
 * Where another calendar or another system made a class and has other teachers, rooms or times for it, a question for
 * each of the three names the classes and their source (R-IMPORT-13).
 */
export async function settleOtherSources(
  matched: Matched[],
  { trx, known, last, idOf, questions, names }: Options,
): Promise<SettledSources> {
  const others = matched.flatMap((match) => {
    const here = match.isOurs || match.id === null ? undefined : known(match.id);
    return here && match.id !== null ? [{ match: { ...match, id: match.id }, here }] : [];
  });
  const sources = await sourcesOf(
    trx,
    others.map(({ match }) => match.id),
  );
  const all = others.flatMap(({ match, here }): Disagreement[] => {
    const by = sources.get(match.id);
    if (by === undefined) return [];
    const before = last.get(match.id)?.reported;
    const now = reportedBy({ ...match.class, room: idOf(match.class.room) });
    return differentFacts(match.class, here, idOf).map((kind) => {
      const field = fieldOf[kind];
      return { match, here, kind, by, isSame: before?.[field] === now[field] };
    });
  });
  const byKind = Map.groupBy(all, ({ kind }) => kind);
  const written = new Map<number, Written>();
  for (const kind of differing) {
    const some = byKind.get(kind) ?? [];
    if (some.length === 0 || ask(kind, some, { idOf, questions, names }) !== 'take') continue;
    for (const { match, here } of some) {
      const before = written.get(match.id) ?? writtenOf(here);
      written.set(match.id, withFacts(kind, before, match, idOf));
    }
  }
  const inFile = new Map<ResolvedClass, ResolvedClass>();
  const atOtherTimes = new Set<number>();
  const atTimeHere = (match: Matched): Matched => {
    const here = match.isOurs || match.id === null ? undefined : known(match.id);
    const stands = here && (written.get(here.id) ?? here);
    if (!stands || timeOf(stands) === timeOf(match.class)) return match;
    const moved = withTime(match.class, stands);
    inFile.set(moved, match.class);
    atOtherTimes.add(stands.id);
    return { ...match, class: moved };
  };
  await save(trx, [...written.values()]);
  const idsOf = (kind: Differing) => new Set((byKind.get(kind) ?? []).map(({ match }) => match.id));
  return {
    matched: matched.map(atTimeHere).map((match) => {
      const now = match.id === null ? undefined : written.get(match.id);
      return now ? { ...match, teacher_id: now.teacher, classroom_id: now.room } : match;
    }),
    inFile,
    atOtherTimes,
    taken: new Set(written.keys()),
    inQuestion: { teachers: idsOf('teachers'), rooms: idsOf('rooms'), times: idsOf('times') },
  };
}

/** The names of the calendars and other systems that made classes. */
async function sourcesOf(trx: Database, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string | null }>`
    select c.id, coalesce(s.name, (
        select x.source from external_id x where x.class_schedule_id = c.id order by x.source limit 1
      ), case when c.ref like 'calendar:%' then 'an earlier calendar' end) as name
    from class_schedule c
    left join import_source s on s.kind = 'calendar'
      and s.id::text = substring(c.ref from '^calendar:([0-9]+)-')
    where c.id = ${anyOf.ids(ids)}`.execute(trx);
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

const fieldOf = { teachers: 'teacher', rooms: 'room', times: 'time' } as const;
const labels: Record<Differing, string> = {
  teachers: 'Teachers that another source has otherwise',
  rooms: 'Rooms that another source has otherwise',
  times: 'Times that another source has otherwise',
};

function ask(
  kind: Differing,
  some: Disagreement[],
  { idOf, questions, names }: Pick<Options, 'idOf' | 'questions' | 'names'>,
): string | null {
  const named = kind === 'teachers' ? names.teachers : names.rooms;
  const listed = (ids: number[]) => ids.map((id) => named.get(id) ?? '').join(', ');
  const texts = some.map(({ match, here, by }) => {
    const day = weekdays[here.weekday - 1] ?? '';
    if (kind === 'times')
      return `${here.subject}: ${timeText(here)} (${by}), in this file ${timeText(match.class)}`;
    const [is, says] =
      kind === 'teachers'
        ? [teachersOf(here), [match.class.teacher_id, ...match.class.co_teachers]]
        : [roomsOf(here), [match.class.room, ...match.class.more_rooms].map(idOf)];
    return `${here.subject}, ${day}s ${here.start}: ${listed(is)} (${by}), in this file ${listed([...new Set(says)])}`;
  });
  return questions.ask({
    name: `other:${kind}`,
    label: labels[kind],
    help: firstOf(texts),
    choices: [
      { value: 'keep', label: 'They stay as they are here' },
      { value: 'take', label: 'They become what this file says' },
    ],
    found: some.every(({ isSame }) => isSame) ? 'keep' : null,
    isOfFile: true,
  });
}

const timeText = ({ weekday, start, end }: Parameters<typeof timeOf>[0]): string =>
  `${weekdays[weekday - 1] ?? ''}s ${start}–${end}`;

/** The teachers, rooms and the weekly time of a class as they are written. */
interface Written {
  id: number;
  weekday: number;
  start: string;
  end: string;
  teacher: number;
  co_teachers: number[];
  room: number;
  more_rooms: number[];
}

const writtenOf = (here: Existing): Written => ({
  id: here.id,
  weekday: here.weekday,
  start: here.start,
  end: here.end,
  teacher: here.teacher_id,
  co_teachers: here.co_teacher_ids ?? [],
  room: here.classroom_id,
  more_rooms: here.more_classroom_ids ?? [],
});

/** A calendar names one teacher and one room; the further ones stay. A timetable program names all. */
function withFacts(
  kind: Differing,
  before: Written,
  { class: given }: Matched,
  idOf: RoomIds,
): Written {
  if (kind === 'times') {
    const { weekday, start, end } = given;
    return { ...before, weekday, start, end };
  }
  const [ids, further] =
    kind === 'teachers'
      ? [[given.teacher_id, ...given.co_teachers], before.co_teachers]
      : [[given.room, ...given.more_rooms].map(idOf), before.more_rooms];
  const [first = 0, ...others] = [...new Set(given.named ? ids : [ids[0] ?? 0, ...further])];
  return kind === 'teachers'
    ? { ...before, teacher: first, co_teachers: others }
    : { ...before, room: first, more_rooms: others };
}

async function save(trx: Database, written: Written[]): Promise<void> {
  if (written.length === 0) return;
  await sql`
    update class_schedule c set
      day_of_week = given.weekday, start_time = given.start::time, end_time = given."end"::time,
      teacher_id = given.teacher, co_teacher_ids = nullif(given.co_teachers, '{}'),
      classroom_id = given.room, more_classroom_ids = nullif(given.more_rooms, '{}')
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as given(id bigint, weekday int, start text, "end" text, teacher bigint, co_teachers bigint[], room bigint, more_rooms bigint[])
    where c.id = given.id`.execute(trx);
}
