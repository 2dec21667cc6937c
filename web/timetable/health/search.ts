/** The values of the page's parameter `part`. */
const healthParts = ['clashes', 'teachers', 'students', 'rooms'] as const;
export type HealthPart = (typeof healthParts)[number];

/** The search parameters. */
export interface HealthSearch {
  part?: string;
  semester?: string;
  from_date?: string;
  to_date?: string;
  /** `usual`. */
  week?: string;
  /** Minutes. */
  break?: string;
  /** `HH:mm`. */
  open_from?: string;
  open_to?: string;
  /** Kinds of clashes, separated by commas. */
  kind?: string;
}

export const partOf = ({ part }: HealthSearch): HealthPart =>
  healthParts.find((one) => one === part) ?? 'clashes';

/** The checked period: the same for every part. */
export const periodOf = ({ semester, from_date, to_date, week }: HealthSearch) => ({
  semester,
  from_date,
  to_date,
  week,
});
export type HealthPeriod = ReturnType<typeof periodOf>;

/** Filters of a list that the bar above it sets. */
export const ownFilters = <const Name extends keyof HealthSearch = never>(...names: Name[]) =>
  (['semester', 'from_date', 'to_date', 'week', ...names] as const).map((name) => ({
    kind: 'own' as const,
    name,
  }));

/** `270` → `4:30`, hours and minutes. */
export const hoursText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
