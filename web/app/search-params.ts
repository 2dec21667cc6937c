import { rollViews, type RollView } from '#web/attendance/public/roll-views.ts';
import type { DashboardSearch } from '#web/attendance/public/dashboard-search.ts';
import type { FreeRoomsSearch } from '#web/timetable/public/free-rooms-search.ts';
import type { TodaysRollsSearch } from '#web/attendance/public/todays-rolls-search.ts';
import type { WeekSearch } from '#web/timetable/public/weeks-search.ts';

type SearchParams = Record<string, unknown>;
const text = (value: unknown, fits: (value: string) => boolean) =>
  typeof value === 'string' && fits(value) ? value : undefined;

const given = (value: unknown) => text(value, (it) => it !== '');

/**
 * The search parameters of pages, parsed without zod, which is not needed before sign-in. A date that
 * does not exist stays: the page says so instead of showing today (`wrongDates`).
 */
const day = (search: SearchParams): { date?: string } => ({ date: given(search.date) });

/** A class on a date, as in the links of the Start and View buttons. */
export const classOnDate = (search: SearchParams): { id?: number; date?: string } => {
  const id = Number(search.id);
  return { ...day(search), id: Number.isSafeInteger(id) && id > 0 ? id : undefined };
};

const rollView = (search: SearchParams): { view?: RollView } => ({
  view: rollViews.find((view) => view === search.view),
});

/** A day, and how its roll is shown. */
export const dayOfRoll = (search: SearchParams): { date?: string; view?: RollView } => ({
  ...day(search),
  ...rollView(search),
});

/** A class on a date, and how its roll is shown. */
export const rollInView = (
  search: SearchParams,
): { id?: number; date?: string; view?: RollView } => ({
  ...classOnDate(search),
  ...rollView(search),
});

/** A class on a date, how its roll is shown, and whether the camera reads its cards. */
export const rollWithCamera = (
  search: SearchParams,
): { id?: number; date?: string; view?: RollView; camera?: 'true' } => ({
  ...rollInView(search),
  camera: search.camera === 'true' ? 'true' : undefined,
});

/** A class on a date, and one of its rooms. */
export const classInRoom = (
  search: SearchParams,
): { id?: number; date?: string; room?: number } => ({
  ...classOnDate(search),
  room: classOnDate({ id: search.room }).id,
});

/** A class on a date, with the instant (ISO 8601) whose roll is shown. */
export const classAtInstant = (search: SearchParams) => ({
  ...classOnDate(search),
  at: given(search.at),
});

const short = (value: unknown) => text(value, (it) => it.length > 0 && it.length <= 100);

export const dayOfTeacher = (search: SearchParams): DashboardSearch => ({
  ...day(search),
  teacher: text(search.teacher, (value) => /^(all|\d{1,15})$/.test(value)),
  view: search.view === 'cards' || search.view === 'table' ? search.view : undefined,
  text: short(search.text),
  room: short(search.room),
  state: short(search.state),
});

export const rollsOfToday = (search: SearchParams): TodaysRollsSearch => ({
  text: short(search.text),
  room: short(search.room),
  state: short(search.state),
});

const id = (value: unknown) => text(value, (it) => /^[1-9]\d{0,14}$/.test(it));

export const twoStudents = (search: SearchParams): { keep?: string; remove?: string } => ({
  keep: id(search.keep),
  remove: id(search.remove),
});

/** A card that a reader did not know. */
export const readCard = (search: SearchParams): { card?: string } => ({
  card: text(search.card, (it) => it.length > 0 && it.length <= 64),
});

export const weekOf = (search: SearchParams): WeekSearch => ({
  ...day(search),
  teacher: search.teacher === 'all' ? 'all' : id(search.teacher),
  classroom: id(search.classroom),
  cohort: id(search.cohort),
  student: id(search.student),
  subject: id(search.subject),
  semester: id(search.semester),
  weeks: text(search.weeks, (it) => it === '2' || it === '4'),
});

export const freeRoomsOf = (search: SearchParams): FreeRoomsSearch => ({
  ...day(search),
  day: text(search.day, (it) => /^(Mon|Tues|Wednes|Thurs|Fri|Satur)day$/.test(it)),
  semester: id(search.semester),
  weeks: text(search.weeks, (it) => /^[\d,-]{1,100}$/.test(it)),
  seats: text(search.seats, (it) => /^[1-9]\d{0,4}$/.test(it)),
  features: text(search.features, (it) => it.length > 0 && it.length <= 400),
});

/** Lists and forms parse their own parameters: all values of the address stay text. */
export const anyText = (search: SearchParams): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
