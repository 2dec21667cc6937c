import { sql } from 'kysely';
import { weekdays } from '#contract/weekdays.ts';
import { weeksText } from '#contract/weeks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { firstOf } from '../runs/questions.ts';
import { readRowNames, type RowNames } from '../icalendar/listed-dates.ts';
import { timesOf } from './give-times.ts';
import type { GivenTimes, Pattern, ReportedTime, Time } from './given-times.ts';
import { timesFor } from './match-patterns.ts';
import type { Roster } from './roster.ts';

const kinds = ['teacher', 'room', 'time', 'weeks'] as const;
type Kind = (typeof kinds)[number];
const labels: Record<Kind, string> = {
  teacher: 'Teachers that were changed outside of this system',
  room: 'Rooms that were changed outside of this system',
  time: 'Times that were changed outside of this system',
  weeks: 'Weeks that were changed outside of this system',
};

interface Changed {
  kind: Kind;
  time: Time;
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
  const times = await storedTimes(trx, given);
  const pairs = pairsOf(given, times);
  const found = [...pairs].flatMap(([says, time]) => {
    const [file, here] = [factsOf(says), factsOf(time)];
    return kinds.flatMap((kind): Changed[] => {
      const was = time.reported?.[kind];
      if (file[kind] === undefined || file[kind] === here[kind] || here[kind] === was) return [];
      return [{ kind, time, says, isSame: file[kind] === was }];
    });
  });
  if (found.length === 0) return given;
  const names = await readRowNames(trx);
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
            `${time.title}, ${dayOf(time)} ${time.start}: ${textOf(kind, time, names)}, in the file ${textOf(kind, says, names)}`,
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
  const times = await storedTimes(trx, given);
  const rows = given.flatMap(({ waiting_class, patterns }, at) => {
    const final = written[at]?.patterns ?? [];
    const own = times.get(waiting_class) ?? [];
    const found = timesFor(final, own);
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

const factsOf = ({
  teacher_id,
  classroom_id,
  weekday,
  start,
  end,
  weeks,
}: Pattern): ReportedTime => ({
  teacher: String(teacher_id),
  room: String(classroom_id),
  time: `${weekday} ${start}–${end}`,
  ...(weeks !== undefined && { weeks: weeksText(weeks ?? []) }),
});

function pairsOf(given: GivenTimes[], times: Map<number, Time[]>): Map<Pattern, Time> {
  const pairs = given.flatMap(({ waiting_class, patterns }) => {
    const own = times.get(waiting_class) ?? [];
    return [...timesFor(patterns, own)].filter(([, { archived }]) => !archived);
  });
  return new Map(pairs);
}

async function storedTimes(trx: Database, given: GivenTimes[]): Promise<Map<number, Time[]>> {
  const ids = given.map(({ waiting_class }) => waiting_class);
  return Map.groupBy(await timesOf(trx, ids), ({ waiting_class }) => waiting_class);
}

/** A weekly time of the file with what stands here. */
function keeping(kind: Kind, says: Pattern, time: Time): Pattern {
  if (kind === 'teacher') return { ...says, teacher_id: time.teacher_id };
  if (kind === 'room') return { ...says, classroom_id: time.classroom_id };
  if (kind === 'weeks') return { ...says, weeks: time.weeks ?? null };
  return { ...says, weekday: time.weekday, start: time.start, end: time.end };
}

const dayOf = ({ weekday }: Pattern): string => `${weekdays[weekday - 1]}s`;

function textOf(kind: Kind, one: Pattern, { teachers, rooms }: RowNames): string {
  if (kind === 'teacher') return teachers.get(one.teacher_id) ?? '';
  if (kind === 'room') return rooms.get(one.classroom_id) ?? '';
  if (kind === 'weeks') return one.weeks ? `weeks ${weeksText(one.weeks)}` : 'every week';
  return `${dayOf(one)} ${one.start}–${one.end}`;
}
