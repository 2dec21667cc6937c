import type { RedListRule } from '#contract/red-list-rule.ts';
import { subjectTitle } from '../subjects/resource.ts';

/** The key of the query of all rules. */
export const rulesKey = ['red-list-rules'];

/** What a rule is for: "Whole institute", a course or a subject. */
export function scopeText({ subject, course, overall }: RedListRule): string {
  if (subject) return subjectTitle(subject);
  if (course) return `Subjects of ${course.name}`;
  return overall ? 'All subjects together' : 'Every subject';
}
