import type { FoundMeeting, MeetingRow } from './store.ts';

/** A place of a teacher at a meeting (R-TEACH-2). */
export interface MeetingPlace {
  /** The planned teacher's id. */
  teacher: number;
  cover: number | null;
  /** The pay code of the cover. */
  code: number | null;
  away: boolean;
}

/** The column `changed_places`: the changes of places on a date, by the id of the planned teacher. */
type ChangedPlaces = Record<string, { teacher?: number; payroll?: number; away?: true }>;

type PlaceColumns = Pick<
  MeetingRow,
  'teacher_id' | 'covering_teacher_id' | 'cover_payroll_id' | 'co_teacher_ids' | 'changed_places'
>;

const changesOf = ({ changed_places }: Pick<PlaceColumns, 'changed_places'>): ChangedPlaces =>
  (changed_places ?? {}) as ChangedPlaces;

/** The places of a meeting, the first teacher's first. */
export function placesOfRow(row: PlaceColumns): MeetingPlace[] {
  const changed = changesOf(row);
  return [
    {
      teacher: row.teacher_id,
      cover: row.covering_teacher_id,
      code: row.cover_payroll_id,
      away: changed[row.teacher_id]?.away ?? false,
    },
    ...(row.co_teacher_ids ?? []).map((teacher) => ({
      teacher,
      cover: changed[teacher]?.teacher ?? null,
      code: changed[teacher]?.payroll ?? null,
      away: changed[teacher]?.away ?? false,
    })),
  ];
}

/** Who teaches in a place; null where the others do without. */
const presentIn = ({ teacher, cover, away }: MeetingPlace): number | null =>
  away ? null : (cover ?? teacher);

/** The ids of those who teach a meeting. */
export const presentTeachers = (row: PlaceColumns): number[] =>
  placesOfRow(row).flatMap((place) => presentIn(place) ?? []);

/** The place in which somebody teaches, or is planned. */
export const placeOf = (row: PlaceColumns, teacher: number): MeetingPlace | undefined =>
  placesOfRow(row).find((place) => presentIn(place) === teacher) ??
  placesOfRow(row).find((place) => place.teacher === teacher);

/** The columns of a meeting in which a place is another one. */
export function withPlace(
  row: PlaceColumns,
  { teacher, cover, code, away }: MeetingPlace,
): Pick<MeetingRow, 'covering_teacher_id' | 'cover_payroll_id' | 'changed_places'> {
  const isFirst = teacher === row.teacher_id;
  const change = {
    ...(away && { away: true as const }),
    ...(!isFirst && cover !== null && { teacher: cover, ...(code !== null && { payroll: code }) }),
  };
  const { [teacher]: _former, ...others } = changesOf(row);
  const changed = Object.keys(change).length ? { ...others, [teacher]: change } : others;
  return {
    covering_teacher_id: isFirst ? cover : row.covering_teacher_id,
    cover_payroll_id: isFirst ? code : row.cover_payroll_id,
    changed_places: Object.keys(changed).length ? changed : null,
  };
}

/** Whether somebody has checked in for a place. */
export const isCheckedIn = (
  { checked_in_places }: Pick<FoundMeeting, 'checked_in_places'>,
  { teacher, cover }: Pick<MeetingPlace, 'teacher' | 'cover'>,
): boolean => checked_in_places.some((id) => id === teacher || id === cover);

/**
 * Whether somebody has another place at the meeting, as planned or by a cover, or has checked in to one as a stand-in:
 * they cannot cover this one, too (T35).
 */
export const isInAnotherPlace = (
  row: PlaceColumns & Pick<FoundMeeting, 'checked_in_teachers'>,
  of: MeetingPlace,
  who: number,
): boolean =>
  row.checked_in_teachers.includes(who) ||
  placesOfRow(row).some(
    (place) => place.teacher !== of.teacher && (place.teacher === who || place.cover === who),
  );
