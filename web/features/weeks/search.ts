/** A week: of which date, and whose. `teacher` is an id, or `all` where one's own is not meant. */
export interface WeekSearch {
  date?: string;
  teacher?: string;
  classroom?: string;
  cohort?: string;
  student?: string;
  subject?: string;
  semester?: string;
  /** How many weeks are shown; one when left out. */
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

/** The ids that an address names. */
export const filtersOf = (search: WeekSearch): WeekFilters =>
  Object.fromEntries(
    weekFilterNames.flatMap((name) => {
      const id = Number(search[name]);
      return id > 0 ? [[name, id]] : [];
    }),
  );
