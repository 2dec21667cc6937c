import { sql, type NotNull } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { classrooms } from '#contract/timetable/classroom.ts';
import { weeksOfFile } from '#contract/weeks.ts';
import { keyForm } from '#contract/identifier.ts';
import { timeOfText } from '#contract/time-text.ts';
import { weekdayOfName } from '../days-and-times.ts';
import { seatsText } from '../csv/seats-text.ts';
import { semestersWithWeeks, weeksInSemester } from '../csv/weeks.ts';
import { giveTimes } from './give-times.ts';
import type { GivenTimes } from './given-times.ts';
import { importRows, skipRow } from './import-rows.ts';
import { rowsOfFile } from './places-of-times.ts';
import { rosterLimits as limits } from './limits.ts';
import { count, type Roster } from './roster.ts';
import type { ChangedTeacher } from './classes.ts';
import { giveFurtherTeachers, timesWithNewTeachers } from './teachers-of-times.ts';
import { reportTimes, settleTimes } from './times-changed-here.ts';

interface Row {
  line: number;
  v: Record<'classSourcedId' | 'weekday' | 'start' | 'end' | 'room' | 'weeks', string | undefined>;
  waiting: number | null;
  semester: number | null;
  teacher: number | null;
}

const file = 'times.csv';

/** The times of `times.csv`, and the members and teachers that classes with times have got. */
export async function importTimes(
  roster: Roster,
  changedTeachers: ChangedTeacher[],
): Promise<void> {
  const { trx, source, today, problems, clashes, by, now } = roster;
  const { rows } = await sql<Row>`
    select r.line, r.v, x.waiting_class_id as waiting, w.teacher_id as teacher,
      w.semester_id as semester
    from roster r
    left join external_id x on x.source = ${source} and x.kind = 'class'
      and x.sourced_id = r.v ->> 'classSourcedId'
    left join waiting_class w on w.id = x.waiting_class_id
    where r.file = 'times' order by r.line`.execute(trx);
  const known = { rooms: await roomsOf(roster, rows), semesters: await semestersWithWeeks(trx) };
  const given = new Map<number, GivenTimes>();
  for (const row of rows) {
    const pattern = patternOf(roster, row, known);
    if (!pattern) continue;
    const { waiting_class } = pattern;
    const one = given.get(waiting_class) ?? {
      waiting_class,
      place: { file, line: row.line },
      patterns: [],
    };
    given.set(waiting_class, one);
    if (one.patterns.some((other) => JSON.stringify(other) === JSON.stringify(pattern)))
      problems.skip(file, row.line, 'classSourcedId', 'is the same time of the class again');
    else one.patterns.push(pattern);
  }
  if (!(await isWithinLimits(roster, given))) return;
  const ofFile = [...given.values()];
  const settled = await settleTimes(roster, ofFile);
  for (const one of settled) given.set(one.waiting_class, one);
  await giveFurtherTeachers(trx, changedTeachers);
  for (const one of await timesWithNewTeachers(trx, changedTeachers))
    if (!given.has(one.waiting_class)) given.set(one.waiting_class, one);
  const also = (await withTimes(trx, source)).filter((id) => !given.has(id));
  const isPlanChanged = (roster.counts.get('semester')?.updated ?? 0) > 0;
  // Members of our own classes, which are enrolled already.
  const isJoined = (roster.counts.get('enrolment')?.created ?? 0) > 0;
  if (given.size === 0 && also.length === 0 && !isPlanChanged && !isJoined) return;
  roster.phase('Giving classes their times');
  const done = await giveTimes(trx, [...given.values()], {
    today,
    weekdays: roster.weekdays,
    judging: { mode: clashes, by: { user: by?.user ?? null, now } },
    problem: (problem) => problems.add(problem),
    also,
    namesStaying: true,
    rows: await rowsOfFile(roster, isPlanChanged),
  });
  await reportTimes(roster, ofFile, settled);
  count(roster, 'class_schedule', done.classes);
  count(roster, 'enrolment', done.enrolments);
}

/** What becomes of a file's times grows with both: refused before anything is planned (R-ROSTER-9). */
async function isWithinLimits(
  { trx, problems }: Roster,
  given: ReadonlyMap<number, GivenTimes>,
): Promise<boolean> {
  const tooMany = [...given.values()].filter(
    ({ patterns }) => patterns.length > limits.timesOfClass,
  );
  for (const { place, patterns } of tooMany)
    problems.error(
      file,
      place.line,
      'classSourcedId',
      `the class has ${patterns.length} times, and may have ${limits.timesOfClass}`,
    );
  if (tooMany.length) return false;
  const rows = await trx
    .selectFrom('waiting_member')
    .select(({ fn }) => ['waiting_class_id as waiting', fn.countAll<number>().as('members')])
    .where('waiting_class_id', '=', anyOf.ids([...given.keys()]))
    .groupBy('waiting_class_id')
    .execute();
  const all = rows.reduce(
    (sum, { waiting, members }) => sum + members * (given.get(waiting)?.patterns.length ?? 0),
    0,
  );
  if (all <= limits.membersOfTimes) return true;
  const most = limits.membersOfTimes.toLocaleString('en');
  problems.error(
    file,
    1,
    '-',
    `the times and members make ${all.toLocaleString('en')} enrolments: at most ${most} at once`,
  );
  return false;
}

/** Classes of the source that have times already. */
async function withTimes(trx: Database, source: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('external_id')
    .select('waiting_class_id as id')
    .distinct()
    .where('source', '=', source)
    .where('kind', '=', 'class-time')
    .orderBy('waiting_class_id')
    .$narrowType<{ id: NotNull }>()
    .execute();
  return rows.map(({ id }) => id);
}

interface Known {
  rooms: ReadonlyMap<string, number>;
  semesters: Awaited<ReturnType<typeof semestersWithWeeks>>;
}

function patternOf(roster: Roster, row: Row, { rooms, semesters }: Known) {
  const { line, v, waiting, teacher } = row;
  const { classSourcedId = '', weekday = '', room = '' } = v;
  const skip = (column: string, reason: string) => {
    skipRow(roster, 'class_schedule', { file, line, column, reason });
    return null;
  };
  if (waiting === null)
    return skip('classSourcedId', `${classSourcedId} is no class that waits for times`);
  const day = dayOf(weekday);
  if (day === null) return skip('weekday', 'must be a weekday, such as Monday, or 1 to 7');
  const [start, end] = [timeOfText(v.start), timeOfText(v.end)];
  if (start === null) return skip('start', 'must be a time, HH:MM');
  if (end === null) return skip('end', 'must be a time, HH:MM');
  const classroom_id = rooms.get(keyForm(room));
  if (classroom_id === undefined) return skip('room', `there is no room ${room}`);
  if (teacher === null) return skip('classSourcedId', 'the class has no teacher who was imported');
  const semester = semesters.get(row.semester ?? 0);
  const weeks = semester && v.weeks !== undefined ? weeksOf(v.weeks, semester) : undefined;
  if (typeof weeks === 'string') return skip('weeks', weeks);
  return {
    waiting_class: waiting,
    weekday: day,
    start,
    end,
    classroom_id,
    teacher_id: teacher,
    ...(weeks !== undefined && { weeks }),
  };
}

/** The weeks of a row; a text says what is wrong. */
function weeksOf(text: string, semester: Parameters<typeof weeksInSemester>[1]) {
  const given = weeksOfFile(text);
  if (given !== null && typeof given === 'object' && 'error' in given) return given.error;
  return weeksInSemester(given, semester);
}

const dayOf = (text: string): number | null =>
  /^[1-7]$/.test(text) ? Number(text) : weekdayOfName(text);

/** Rooms by the key form of their number; those that are missing are added where somebody says so. */
async function roomsOf(roster: Roster, rows: Row[]): Promise<Map<string, number>> {
  const { trx, questions, problems } = roster;
  const wanted = [...new Set(rows.flatMap(({ v }) => v.room ?? []))];
  if (wanted.length === 0) return new Map();
  const before = await readRooms(trx);
  const missing = wanted.filter((room) => !before.has(keyForm(room)));
  if (missing.length === 0) return before;
  const more = missing.length > 10 ? ` and ${missing.length - 10} more` : '';
  const answer = questions.ask({
    name: 'new_rooms',
    label: 'Add rooms that do not exist?',
    help: `${missing.slice(0, 10).join(', ')}${more}. Their seats are entered afterwards.`,
    found: 'no',
    choices: [
      { value: 'no', label: 'No: their times are left out' },
      { value: 'yes', label: 'Yes' },
    ],
  });
  if (answer !== 'yes') return before;
  const lines = new Map(rows.toReversed().map(({ line, v }) => [v.room, line]));
  const added = missing.flatMap((room) => {
    const line = lines.get(room) ?? 1;
    const { data: room_number, error } = classrooms.fields.room_number.safeParse(room);
    if (room_number !== undefined)
      return [{ line, row: { room_number, capacity: 0, features: [] } }];
    problems.skip(file, line, 'room', error?.issues[0]?.message ?? '');
    return [];
  });
  const made = added.map(({ row }) => row.room_number);
  const [first] = added;
  if (first)
    problems.add({
      file,
      line: first.line,
      column: 'room',
      reason: seatsText(made),
      level: 'note',
    });
  count(roster, 'classroom', await importRows(roster, 'classrooms', file, added, () => 'room'));
  return readRooms(trx);
}

async function readRooms(trx: Database): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('classroom')
    .select(['id', 'room_number as room'])
    .where('archived_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, room }) => [keyForm(room), id]));
}
