import type { Semester } from '#contract/timetable/semester.ts';

/**
 * The semesters that a copy proposes: the last one whose classes have begun, and the next one of its
 * batch or, without one, of any. Null for none.
 */
export function proposedSemesters(
  semesters: Pick<Semester, 'id' | 'batch' | 'class_start_date'>[],
  today: string,
): { from: number | null; semester_id: number | null } {
  const inOrder = semesters.toSorted((a, b) => (a.class_start_date < b.class_start_date ? -1 : 1));
  const from = inOrder.findLast(({ class_start_date: start }) => start <= today);
  const later = inOrder.filter(({ class_start_date: start }) => start > today);
  const into = later.find(({ batch }) => batch === from?.batch) ?? later[0];
  return { from: from?.id ?? null, semester_id: into?.id ?? null };
}
