import { factsOf, studentFieldNames } from '#contract/student-fields.ts';

/** The name of a field on screen: `E-mail` of `student_mail`, `Start date` of `start_date`. */
export function fieldTitle(field: string): string {
  const ofStudent = studentFieldNames.find((name) => name === field);
  if (ofStudent) return factsOf(ofStudent).label;
  const words = field.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
