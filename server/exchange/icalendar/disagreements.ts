import { weekdays } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { dateText } from '../oneroster/dates.ts';
import type { Existing } from './existing.ts';
import {
  changedBy,
  kinds,
  lastReported,
  reportedBy,
  standsNow,
  type Kind,
} from './last-reported.ts';
import type { RowNames } from './listed-dates.ts';
import { firstOf } from '../runs/questions.ts';
import type { CalendarQuestions } from './questions.ts';
import type { ResolvedClass } from './resolve.ts';
import type { CalendarSource } from './source.ts';
import { withTime } from './with-time.ts';

/** A class of the calendar with the one here whose values it decides. */
interface Pair {
  given: ResolvedClass;
  known: Existing;
  /** It belongs to another system: its values came from that one before the first calendar. */
  isOfOther: boolean;
}

interface Disagreement extends Pair {
  kind: Kind;
  /** The file says the same as the one before: somebody else has changed it since. */
  isSame: boolean;
  /** Who has set what stands now: `OneRoster, 3 Mar 2026`, or `by hand`. */
  by: string;
}

interface Options {
  trx: Database;
  source: CalendarSource;
  questions: CalendarQuestions;
  names: RowNames;
}

/**
 * Where a class has another teacher, room or time than in the last file of this calendar, somebody
 * else has changed it: a question for each kind whether that stays (R-IMPORT-13).
 * @returns the classes as they are written.
 */
export async function settleDisagreements(
  pairs: Pair[],
  { trx, source, questions, names }: Options,
): Promise<Map<ResolvedClass, ResolvedClass>> {
  const last = await lastReported(trx, source);
  const found = pairs.flatMap((pair) => {
    const [reported, stands] = [reportedBy(pair.given), standsNow(pair.known)];
    const before = last.get(pair.known.id);
    if (!before && !pair.isOfOther) return [];
    return kinds.flatMap((kind) => {
      const was = before?.reported[kind];
      if (reported[kind] === stands[kind] || stands[kind] === was) return [];
      return [{ ...pair, kind, before, isSame: reported[kind] === was }];
    });
  });
  const authorOf = await changedBy(
    trx,
    found.flatMap(({ before, kind }) => (before ? [{ ...before, kind }] : [])),
  );
  const all = found.flatMap(({ before, ...one }): Disagreement[] => {
    const author = authorOf(one.known.id, one.kind);
    if (author?.kind === 'undo') return [];
    const by = author?.kind === 'import' ? `${author.about}, ${dateText(author.date)}` : 'by hand';
    return [{ ...one, by: before ? by : 'before this calendar' }];
  });
  const settled = new Map<ResolvedClass, ResolvedClass>();
  for (const kind of kinds) {
    const some = all.filter((one) => one.kind === kind);
    if (some.length === 0 || ask(kind, some, questions, names) === 'take') continue;
    for (const { given, known } of some)
      settled.set(given, keeping(kind, settled.get(given) ?? given, known));
  }
  return settled;
}

const labels: Record<Kind, string> = {
  teacher: 'Teachers that were changed outside of this calendar',
  room: 'Rooms that were changed outside of this calendar',
  time: 'Times that were changed outside of this calendar',
};

function ask(
  kind: Kind,
  some: Disagreement[],
  questions: CalendarQuestions,
  names: RowNames,
): string | null {
  const texts = some.map(({ given, known, by }) => {
    const [is, says] = [textOf(kind, known, names), textOf(kind, calendarOf(given), names)];
    return `${known.subject}, ${dayOf(known)} ${known.start}: ${is} (${by}), in the calendar ${says}`;
  });
  return questions.ask({
    name: `changed:${kind}`,
    label: labels[kind],
    help: firstOf(texts),
    choices: [
      { value: 'keep', label: 'They stay as they are here' },
      { value: 'take', label: 'They become what the calendar says' },
    ],
    found: some.every(({ isSame }) => isSame) ? 'keep' : null,
    isOfFile: true,
  });
}

type Place = Pick<Existing, 'teacher_id' | 'weekday' | 'start' | 'end'> & {
  classroom_id: number | string;
};

const calendarOf = (given: ResolvedClass): Place => ({
  ...given,
  classroom_id: typeof given.room === 'number' ? given.room : given.room.makes,
});
const dayOf = ({ weekday }: { weekday: number }): string => `${weekdays[weekday - 1]}s`;

function textOf(kind: Kind, place: Place, { rooms, teachers }: RowNames): string {
  if (kind === 'teacher') return teachers.get(place.teacher_id) ?? '';
  if (kind === 'time') return `${dayOf(place)} ${place.start}–${place.end}`;
  const { classroom_id: room } = place;
  return typeof room === 'string' ? room : (rooms.get(room) ?? '');
}

/** The class of the calendar with what stands here now. */
function keeping(kind: Kind, given: ResolvedClass, known: Existing): ResolvedClass {
  if (kind === 'teacher') return { ...given, teacher_id: known.teacher_id };
  if (kind === 'room') return { ...given, room: known.classroom_id };
  return withTime(given, known);
}
