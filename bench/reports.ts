import { median, oneByOne } from './load.ts';
import { sizes } from './seed.ts';

const rounds = 3;
/** The dates with marks: eleven weeks of the semester, 5 million marks. */
const semester = 'from_date=2026-07-01&to_date=2026-11-18';
/** Half of the marks: what a semester of 20 weeks with two classes a week has. */
const half = 'from_date=2026-07-01&to_date=2026-08-09';

const calls: [what: string, path: string][] = [
  ...[
    'class',
    'subject',
    'teacher',
    'student',
    'cohort',
    'course',
    'room',
    'weekday_hour',
    'week',
  ].map((by): [string, string] => [`whole institute, by ${by}`, `?by=${by}&${half}`]),
  ['whole institute, all marks, by subject', `?by=subject&${semester}`],
  ['whole institute, students by rate', `?by=student&ordering=rate&${half}`],
  ['whole institute, by subject, compared', `?by=subject&${half}&compare=before`],
  ['a subject, by class', `?by=class&subject=17&${half}`],
  ['a subject, by student', `?by=student&subject=17&${half}`],
  ['a teacher, by week', `?by=week&teacher=12&${half}`],
  ['a class, by student', `?by=student&class_schedule=17&${half}`],
  ['a student, by subject', `?by=subject&student=4321&${half}`],
  ['a week, by weekday and hour', '?by=weekday_hour&from_date=2026-07-06&to_date=2026-07-12'],
  ['rolls of a subject', `rolls/?subject=17&having=absent&${half}`],
  ['rolls not taken in the whole institute', `rolls/?having=not_taken&${half}`],
  [`a file of ${sizes.students.toLocaleString('en')} students`, `export/?by=student&${half}`],
];

/** Reads reports over HTTP with one client. */
export async function measureReports(
  base: string,
  headers: Record<string, string>,
): Promise<[what: string, figure: string][]> {
  const found: [string, string][] = [];
  for (const [what, path] of calls) {
    const requests = Array.from({ length: rounds + 1 }, () => ({
      method: 'GET',
      path: `/api/v2/attendance/reports/${path}`,
    }));
    const times = (await oneByOne(base, headers, requests)).slice(1);
    const figure = `${median(times).toFixed(0)} ms (${Math.max(...times).toFixed(0)} ms)`;
    found.push([`report: ${what}, median (slowest)`, figure]);
  }
  return found;
}
