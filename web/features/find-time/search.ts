/** What the page looks for, as its address names it; empty values are left out. */
export interface FindTimeSearch {
  /** A class schedule; without one a new class of the semester. */
  id?: string;
  /** Only the class of this date, `YYYY-MM-DD`. */
  on?: string;
  semester?: string;
  /** Ids, separated by commas. */
  cohort?: string;
  teacher?: string;
  seats?: string;
  /** What the room must have, separated by commas. */
  features?: string;
  minutes?: string;
  /** From when, `YYYY-MM-DD`. */
  from?: string;
  earliest?: string;
  latest?: string;
  /** Weekdays, separated by commas. */
  days?: string;
}

/** The call of an address; null while it does not say for what. */
export function queryOf(search: FindTimeSearch) {
  const { id, on, semester, cohort, teacher, seats, features } = search;
  const { minutes, from, earliest, latest, days } = search;
  if (!id && !semester) return null;
  return {
    id,
    on: id ? on : undefined,
    semester_id: id ? undefined : semester,
    cohort,
    teacher_id: teacher,
    seats,
    features,
    minutes,
    effective_from: from,
    earliest,
    latest,
    day_of_week: days,
  };
}
