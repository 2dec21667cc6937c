/** The search parameters of the page; empty values are omitted. */
export interface FindTimeSearch {
  /** A class schedule; without one a new class of the semester. */
  id?: string;
  /** Only the class of this date, `YYYY-MM-DD`. */
  on?: string;
  semester?: string;
  /** Ids, separated by commas. */
  cohort?: string;
  teacher?: string;
  /** Further teachers besides the teacher: ids, separated by commas. */
  further?: string;
  /** Of a new class: its weeks, `1-6,8`. */
  weeks?: string;
  seats?: string;
  /** Required features of the room, separated by commas. */
  features?: string;
  minutes?: string;
  /** The first possible date, `YYYY-MM-DD`. */
  from?: string;
  earliest?: string;
  latest?: string;
  /** Weekdays, separated by commas. */
  days?: string;
}

/** The query of an address; null while it is incomplete. */
export function queryOf(search: FindTimeSearch) {
  const { id, on, semester, cohort, teacher, further, weeks, seats, features } = search;
  const { minutes, from, earliest, latest, days } = search;
  if (!id && !semester) return null;
  return {
    id,
    on: id ? on : undefined,
    semester_id: id ? undefined : semester,
    cohort,
    teacher_id: teacher,
    co_teachers: teacher ? further : undefined,
    weeks: on ? undefined : weeks,
    seats,
    features,
    minutes,
    effective_from: from,
    earliest,
    latest,
    day_of_week: days,
  };
}
