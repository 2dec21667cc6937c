/** The date and the filters of a week. `teacher` is an id, or `all` instead of the user's own. */
export interface WeekSearch {
  date?: string;
  teacher?: string;
  classroom?: string;
  cohort?: string;
  student?: string;
  subject?: string;
  semester?: string;
  /** Number of weeks; one by default. */
  weeks?: string;
}

export const weekCounts = [1, 2, 4];

export const weekFilterNames = [
  'teacher',
  'classroom',
  'cohort',
  'student',
  'subject',
  'semester',
] as const satisfies (keyof WeekSearch)[];
export type WeekFilterName = (typeof weekFilterNames)[number];

export type WeekFilters = Partial<Record<WeekFilterName, number>>;

/** The ids in an address. */
export const filtersOf = (search: WeekSearch): WeekFilters =>
  Object.fromEntries(
    weekFilterNames.flatMap((name) => {
      const id = Number(search[name]);
      return id > 0 ? [[name, id]] : [];
    }),
  );
