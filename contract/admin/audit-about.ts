import type { AuditLine, AuditName } from './audit.ts';

/** A value as text, or a named record. */
type AboutPart = string | AuditName;

/** The fields of a line with their values; ids are replaced by the names of the records. */
export function aboutParts({
  about,
  names,
}: Pick<AuditLine, 'about' | 'names'>): { title: string; parts: AboutPart[] }[] {
  const text = (value: unknown): string =>
    typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(about).map(([field, value]) => {
    const parts = [value]
      .flat()
      .map(
        (one): AboutPart =>
          names.find((name) => name.field === field && name.id === one) ?? text(one),
      );
    const named = parts.find((part) => typeof part !== 'string');
    const title =
      named && /^ids?$/.test(field) ? named.thing : named ? field.replace(/_ids?$/, '') : field;
    return { title: title.replaceAll('_', ' '), parts };
  });
}

/** `{id: 3, fields: ["name"]}` as "course Nursing, fields name". */
export const aboutText = (line: Pick<AuditLine, 'about' | 'names'>): string =>
  aboutParts(line)
    .map(
      ({ title, parts }) =>
        `${title} ${parts.map((part) => (typeof part === 'string' ? part : part.name)).join(' ')}`,
    )
    .join(', ');
