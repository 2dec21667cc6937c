import { ways } from '../attendance/way-names.ts';
import type { AuditLine, AuditName } from './audit.ts';

/** A value as text, or a named record. */
type AboutPart = string | AuditName;

/** A field of a line; without a title where its value says what it is. */
interface AboutField {
  field: string;
  title: string;
  parts: AboutPart[];
}

/** Choices that are the line itself, or what everybody has. */
const unsaid = new Set(['archive', 'preview']);
/** Fields that say what the user has confirmed or seen, and change nothing. */
const noContent = /^(confirm|seen$|checked$)/;
/** Records whose names say what they are. */
const ownWords = new Set(['student', 'class_schedule', 'meeting', 'payroll_log', 'subject']);
/** The titles of fields that are not called by their name. */
const titles: Record<string, string> = {
  date: '',
  from_date: 'from',
  effective_from: 'from',
  to_date: 'until',
  closed_until: 'until',
  class_schedule: 'class',
  class_schedule_id: 'class',
  payroll_log: 'check-in',
  classroom_id: 'room',
  ids: 'no.',
  id: 'no.',
  how: '',
  fields: 'changed',
  redact_notes: 'redact notes',
};
/** Names of actions in lines of the database, as people say them. */
const actions: Record<string, string> = {
  'Check-in checked in': 'Check in as teacher',
  'Check-in entered': 'Enter check-in',
  'Check-in changed': 'Change check-in',
  'Check-in withdrawn': 'Withdraw check-in',
  'Check-in contested': 'Contest check-in',
  'Check-in reopened': 'Reopen check-in',
  'Check-in deleted': 'Delete check-in',
};
/** Says in words what was done in a line. */
export const whatText = (what: string): string => actions[what] ?? what;

/** Choices as people say them. */
const values: Record<string, string> = {
  valid: 'valid rows',
  all: 'all or no rows',
  true: 'yes',
  false: 'no',
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const inWords = (name: string): string => name.replace(/_ids?$/, '').replaceAll('_', ' ');

/**
 * The fields of a line with their values; ids are replaced by the names of the records, and confirmations left out.
 * @param day writes a date `YYYY-MM-DD`.
 */
export function aboutParts(
  { about, names }: Pick<AuditLine, 'about' | 'names'>,
  day: (date: string) => string = (date) => date,
): AboutField[] {
  const text = (field: string, value: unknown): string => {
    const own = typeof value === 'string' ? value : JSON.stringify(value);
    if (field === 'fields') return inWords(own);
    if (field === 'how') return Object.entries(ways).find(([way]) => way === own)?.[1] ?? own;
    return isDay(own) ? day(own) : (values[own] ?? own);
  };
  const withDates = (named: AuditName | undefined): AuditName | undefined =>
    named && { ...named, name: named.name.replace(/\d{4}-\d{2}-\d{2}$/, day) };
  const isNamed = (field: string) => names.some((name) => name.field === field);
  return Object.entries(inReadingOrder(about)).flatMap(([field, value]): AboutField[] => {
    if (unsaid.has(field) || (field === 'dry_run' && value === false)) return [];
    // The class and the date say which check-in it is.
    if (field === 'payroll_log' && isNamed('class_schedule') && 'date' in about) return [];
    const parts = [value]
      .flat()
      .filter((one) => !(field === 'fields' && noContent.test(String(one))))
      .map(
        (one): AboutPart =>
          withDates(names.find((name) => name.field === field && name.id === one)) ??
          text(field, one),
      );
    if (parts.length === 0) return [];
    const named = parts.find((part) => typeof part !== 'string');
    return [{ field, title: titleOf(field, named), parts }];
  });
}

/** A date stands behind the class that was held on it, and a student before the class. */
function inReadingOrder({ date, student, ...about }: AuditLine['about']): AuditLine['about'] {
  return {
    ...(student !== undefined && { student }),
    ...about,
    ...(date !== undefined && { date }),
  };
}

function titleOf(field: string, named: AuditName | undefined): string {
  const side = /^(from|to)(_|$)/.exec(field)?.[1] ?? '';
  if (!named) return titles[field] ?? inWords(field);
  const word = named.thing === 'classroom' ? 'room' : inWords(named.thing);
  return [side, ownWords.has(named.thing) ? '' : word].filter(Boolean).join(' ');
}

/** `{id: 3, fields: ["name"]}` as "course Nursing, fields name". */
export const aboutText = (
  line: Pick<AuditLine, 'about' | 'names'>,
  day?: (date: string) => string,
): string =>
  aboutParts(line, day)
    .map(({ title, parts }) =>
      [title, parts.map((part) => (typeof part === 'string' ? part : part.name)).join(', ')]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ');
