/** A class by its subject, with the group that it is for: in the order subject, group (R-CLASS-7). */
interface NamedClass {
  subject: { subject_name: string; subject_code: string };
  /** Such as 12A; null or nothing without one. */
  group_name?: string | null;
}

/** `Algebra · 12A`: a text with the group behind it. */
export const withGroup = (text: string, group_name: string | null | undefined): string =>
  group_name ? `${text} · ${group_name}` : text;

/** `MAT1 Algebra · 12A`. */
export const classSubject = ({ subject, group_name }: NamedClass): string =>
  withGroup(`${subject.subject_code} ${subject.subject_name}`, group_name);

/** `MAT1 · 12A`, where there is little room. */
export const classCode = ({ subject, group_name }: NamedClass): string =>
  withGroup(subject.subject_code, group_name);
