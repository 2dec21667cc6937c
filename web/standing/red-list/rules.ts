import { classesOf } from '#contract/weekdays.ts';
import type { RedListRule } from '#contract/standing/red-list-rule.ts';
import { subjectTitle } from '#web/school/subjects.ts';

/** The key of the query of all rules. */
export const rulesKey = ['red-list-rules'];

/** How often the red list and its rules follow what is marked meanwhile. */
export const followStandingsMs = 5000;

/** What a rule is for: "Every subject", "Tutorials of MAT1 Calculus". */
export function scopeText({ subject, course, overall, class_type }: RedListRule): string {
  if (overall) return 'All subjects together';
  if (subject) return classesOf(subjectTitle(subject), class_type);
  if (course) return classesOf(class_type ? course.name : `Subjects of ${course.name}`, class_type);
  return classesOf(class_type ? 'every subject' : 'Every subject', class_type);
}
