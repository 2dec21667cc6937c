import { sql } from 'kysely';
import { weekdays } from '#contract/weekdays.ts';
import { weeksText } from '#contract/weeks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { firstOf } from '../runs/questions.ts';
import type { GivenTimes, Pattern, Time } from './given-times.ts';
import { timesFor } from './match-patterns.ts';
import type { Roster } from './roster.ts';

const kinds = ['teacher', 'room', 'time', 'weeks'] as const;
type Kind = (typeof kinds)[number];
/** The facts of a weekly time, as they are compared; weeks only where the file has them. */
type Facts = Partial<Record<Kind, string>>;

const labels: Record<Kind, string> = {
  teacher: 'Teachers that were changed outside of this system',
  room: 'Rooms that were changed outside of this system',
  time: 'Times that were changed outside of this system',
  weeks: 'Weeks that were changed outside of this system',
};

interface Stored extends Time {
  /** What the last file had; null where no file of this system gave the class its times. */
  reported: Facts | null;
  class: string;
}

interface Changed {
  kind: Kind;
  time: Stored;
  says: Pattern;
  /** The file says the same as the one before: somebody else has changed it since. */
  isSame: boolean;
}

/**
 * Where a class is at another time, in another room or weeks, or with another teacher than in the last file, somebody
 * else has changed it: a question for each of these whether that stays (R-ROSTER-7).
 * @returns the times as they are written.
 */
export async function settleTimes(
  { trx, questions }: Roster,
  given: GivenTimes[],
): Promise<GivenTimes[]> {
  const times = await storedTimes(
    trx,
    given.map(({ waiting_class }) => waiting_class),
  );
  const pairs = pairsOf(given, times);
  const found = [...pairs].flatMap(([says, time]) => {
    const [file, here] = [factsOf(says), factsOf(time)];
    return kinds.flatMap((kind): Changed[] => {
      const was = time.reported?.[kind];
      if (file[kind] === undefined || file[kind] === here[kind] || here[kind] === was) return [];
      return [{ kind, time, says, isSame: file[kind] === was }];
    });
  });
  const names = await namesOf(trx, found);
  const staying = new Map<Pattern, Pattern>();
  for (const kind of kinds) {
    const some = found.filter((one) => one.kind === kind);
    if (some.length === 0) continue;
    const answer = questions.ask({
      name: `changed:${kind}`,
      label: labels[kind],
      help: firstOf(
        some.map(
          ({ time, says }) =>
            `${time.class}, ${dayOf(time)} ${time.start}: ${textOf(kind, time, names)}, in the file ${textOf(kind, says, names)}`,
        ),
      ),
      choices: [
        { value: 'keep', label: 'They stay as they are here' },
        { value: 'take', label: 'They become what the file says' },
      ],
      found: some.every(({ isSame }) => isSame) ? 'keep' : null,
      isOfFile: true,
    });
    if (answer !== 'take')
      for (const { says, time } of some)
        staying.set(says, keeping(kind, staying.get(says) ?? says, time));
  }
  return given.map((one) => ({
    ...one,
    patterns: one.patterns.map((pattern) => staying.get(pattern) ?? pattern),
  }));
}

/**
 * Stores what the file has of each of its times, after they were given.
 * @param written of the same classes and times as `given`, with what stays here.
 */
export async function reportTimes(
  { trx }: Roster,
  given: GivenTimes[],
  written: GivenTimes[],
): Promise<void> {
  const times = await storedTimes(
    trx,
    given.map(({ waiting_class }) => waiting_class),
  );
  const rows = given.flatMap(({ waiting_class, patterns }, at) => {
    const final = written[at]?.patterns ?? [];
    const own = times.get(waiting_class) ?? [];
    const found = timesFor<Pattern, Stored>(final, own);
    return patterns.flatMap((says, number) => {
      const time = final[number] && found.get(final[number]);
      if (!time) return [];
      const { class_schedule: id, reported, weeks } = time;
      // A file without weeks says nothing about them.
      const before = { weeks: reported?.weeks ?? weeksText(weeks ?? []) };
      return [{ id, reported: { ...before, ...factsOf(says) } }];
    });
  });
  await sql`
    update external_id x set reported = given.reported
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id bigint, reported jsonb)
    where x.kind = 'class-time' and x.class_schedule_id = given.id
      and x.reported is distinct from given.reported`.execute(trx);
}

const factsOf = ({ teacher_id, classroom_id, weekday, start, end, weeks }: Pattern): Facts => ({
  teacher: String(teacher_id),
  room: String(classroom_id),
  time: `${weekday} ${start}–${end}`,
  ...(weeks !== undefined && { weeks: weeksText(weeks ?? []) }),
});

function pairsOf(given: GivenTimes[], times: Map<number, Stored[]>): Map<Pattern, Stored> {
  const pairs = given.flatMap(({ waiting_class, patterns }) => {
    const own = times.get(waiting_class) ?? [];
    return [...timesFor<Pattern, Stored>(patterns, own)].filter(([, { archived }]) => !archived);
  });
  return new Map(pairs);
}

async function storedTimes(trx: Database, ids: number[]): Promise<Map<number, Stored[]>> {
  const { rows } = await sql<Stored>`
    select x.waiting_class_id as waiting_class, c.id as class_schedule, c.day_of_week as weekday,
      to_char(c.start_time, 'HH24:MI') as start, to_char(c.end_time, 'HH24:MI') as end,
      c.classroom_id, c.teacher_id, c.weeks, c.archived_at is not null as archived, x.reported,
      w.title as class
    from external_id x join class_schedule c on c.id = x.class_schedule_id
    join waiting_class w on w.id = x.waiting_class_id
    where x.kind = 'class-time' and x.waiting_class_id = any(${ids}::bigint[])
    order by c.id`.execute(trx);
  return Map.groupBy(rows, ({ waiting_class }) => waiting_class);
}

/** A weekly time of the file with what stands here. */
function keeping(kind: Kind, says: Pattern, time: Stored): Pattern {
  if (kind === 'teacher') return { ...says, teacher_id: time.teacher_id };
  if (kind === 'room') return { ...says, classroom_id: time.classroom_id };
  if (kind === 'weeks') return { ...says, weeks: time.weeks ?? null };
  return { ...says, weekday: time.weekday, start: time.start, end: time.end };
}

const dayOf = ({ weekday }: Pattern): string => `${weekdays[weekday - 1]}s`;

interface Names {
  teachers: ReadonlyMap<number, string>;
  rooms: ReadonlyMap<number, string>;
}

function textOf(kind: Kind, one: Pattern, { teachers, rooms }: Names): string {
  if (kind === 'teacher') return teachers.get(one.teacher_id) ?? '';
  if (kind === 'room') return rooms.get(one.classroom_id) ?? '';
  if (kind === 'weeks') return one.weeks ? `weeks ${weeksText(one.weeks)}` : 'every week';
  return `${dayOf(one)} ${one.start}–${one.end}`;
}

async function namesOf(trx: Database, changed: Changed[]): Promise<Names> {
  const all = changed.flatMap(({ time, says }) => [time, says]);
  const { rows } = await sql<{ of: 'teacher' | 'room'; id: number; name: string }>`
    select 'teacher' as of, id, person_name(first_name, last_name) as name from teacher
      where id = any(${all.map(({ teacher_id }) => teacher_id)}::bigint[])
    union all
    select 'room', id, room_number from classroom
      where id = any(${all.map(({ classroom_id }) => classroom_id)}::bigint[])`.execute(trx);
  const named = (of: 'teacher' | 'room') =>
    new Map(rows.filter((row) => row.of === of).map(({ id, name }) => [id, name]));
  return { teachers: named('teacher'), rooms: named('room') };
}
