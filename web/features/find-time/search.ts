/** What the page looks for, as its address names it; empty values are left out. */
export interface FindTimeSearch {
  /** A class schedule; without one a new class of the semester. */
  id?: string;
  semester?: string;
  cohort?: string;
  teacher?: string;
  seats?: string;
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
  const { id, semester, cohort, teacher, seats, minutes, from, earliest, latest, days } = search;
  if (!id && !semester) return null;
  return {
    id,
    semester_id: id ? undefined : semester,
    cohort,
    teacher_id: teacher,
    seats,
    minutes,
    effective_from: from,
    earliest,
    latest,
    day_of_week: days,
  };
}
