import { ways } from '../attendance/way-names.ts';
import type { AuditLine, AuditName } from './audit.ts';

/** A value as text, or a named record. */
type AboutPart = string | AuditName;

/** A field of a line; without a title where its value says what it is. */
interface AboutField {
  field: string;
  title: string;
  parts: AboutPart[];
  /** The text between the field before and this one. */
  joint: string;
}

/** Choices that are the line itself, or what everybody has. */
const unsaid = new Set(['archive', 'preview']);
/** Fields that say what the user has confirmed or seen, and change nothing. */
const noContent = /^(confirm|seen$|checked$)/;
/** Records whose names say what they are. */
const ownWords = new Set(['student', 'class_schedule', 'meeting', 'payroll_log', 'subject']);
/** How many are named where not all are. */
const shownNames = 3;
/** Many of a kind, where it is not the name of the kind with an s. */
const things: Record<string, string> = {
  class_schedule: 'classes',
  meeting: 'classes',
  payroll_log: 'check-ins',
  classroom: 'rooms',
};
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
  mode: '',
  rows: 'with',
  format: 'as',
  cohorts: 'cohorts:',
  class_change: 'change no.',
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
/** Verbs whose past is not made by `ed`. */
const past: Record<string, string> = {
  Begin: 'Began',
  Give: 'Gave',
  Let: 'Let',
  Make: 'Made',
  Reset: 'Reset',
  Send: 'Sent',
  Stop: 'Stopped',
  Take: 'Took',
  Undo: 'Undid',
  Withdraw: 'Withdrew',
  Rewrite: 'Rewrote',
};
/** Verbs at the beginning of actions; other actions are nouns, such as *Students as a file*. */
const verbs = new Set(
  `Add Approve Archive Cancel Change Check Close Contest Copy Correct Decide Decline Delete Disable Discard Edit Enable Enter
  Erase Hand Move Open Print Record Release Remove Reopen Replay Request Restore Revoke Save Test Upload`.split(
    /\s+/,
  ),
);

function pastOf(verb: string): string | null {
  if (Object.hasOwn(past, verb)) return past[verb] ?? null;
  if (!verbs.has(verb)) return null;
  if (verb.endsWith('e')) return `${verb}d`;
  return verb.endsWith('y') ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

/** Says in words what was done in a line, or what somebody tried to do. @param status of the answer. */
export function whatText({ what, status }: Pick<AuditLine, 'what' | 'status'>): string {
  const action = actions[what] ?? what;
  const [verb = '', ...others] = action.split(' ');
  // *Request for a check-in* is a noun.
  const done = others[0] === 'for' ? null : pastOf(verb);
  if (done === null) return action;
  if (status !== null && status >= 400)
    return `Tried to ${[verb.toLowerCase(), ...others].join(' ')}`;
  return [done, ...others].join(' ');
}

/** Choices as people say them. */
const values: Record<string, string> = {
  valid: 'valid rows',
  all: 'all or no rows',
  true: 'yes',
  false: 'no',
  csv: 'CSV',
  xlsx: 'XLSX',
  pdf: 'PDF',
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const inWords = (name: string): string => name.replace(/_ids?$/, '').replaceAll('_', ' ');

/**
 * The fields of a line with their values; ids are replaced by the names of the records, and confirmations left out.
 * @param day writes a date `YYYY-MM-DD`.
 * @param most more records than this are counted, and the first three named.
 */
export function aboutParts(
  { about, names, what }: Pick<AuditLine, 'about' | 'names'> & Partial<Pick<AuditLine, 'what'>>,
  day: (date: string) => string = (date) => date,
  most = Infinity,
): AboutField[] {
  const text = (field: string, value: unknown): string => {
    const own = typeof value === 'string' ? value : JSON.stringify(value);
    if (field === 'fields') return inWords(own);
    if (field === 'how') return Object.entries(ways).find(([way]) => way === own)?.[1] ?? own;
    return isDay(own) ? day(own) : (values[own] ?? own);
  };
  const withDates = (named: AuditName | undefined): AuditName | undefined =>
    named && { ...named, name: named.name.replace(/\d{4}-\d{2}-\d{2}$/, day) };
  const isOfClass = 'class_schedule' in about;
  const isNamed = (field: string) => names.some((name) => name.field === field);
  return Object.entries(inReadingOrder(about)).flatMap(([field, value]): AboutField[] => {
    if (unsaid.has(field) || (field === 'dry_run' && value === false)) return [];
    // The fields of other actions are their choices, as the room and the reason of *Close a room* are.
    if (field === 'fields' && what !== undefined && !/^(?:Change|Edit|Correct|Update)\b/.test(what))
      return [];
    // The class and the date say which check-in it is.
    if (field === 'payroll_log' && isNamed('class_schedule') && 'date' in about) return [];
    const parts = [value]
      .flat()
      .filter((one) => !(field === 'fields' && noContent.test(String(one))))
      // Rows that are counted from below, such as the letters of several students, have no number that people know.
      .filter((one) => !(typeof one === 'number' && one < 0))
      .map(
        (one): AboutPart =>
          withDates(names.find((name) => name.field === field && name.id === one)) ??
          text(field, one),
      );
    if (parts.length === 0) return [];
    const named = parts.find((part) => typeof part !== 'string');
    const joint = jointOf(field, isOfClass);
    return named && parts.length > most
      ? [{ field, joint, ...counted(field, named, parts) }]
      : [{ field, title: titleOf(field, named), parts, joint }];
  });
}

/** `25 students: S1 Anna, S2 Bo, S3 Cy and 22 more`. */
function counted(field: string, named: AuditName, parts: AboutPart[]) {
  // A long list ends with "and 250 more".
  const last = parts.at(-1);
  const further = typeof last === 'string' ? /^and (\d+) more$/.exec(last)?.[1] : undefined;
  const count = further ? parts.length - 1 + Number(further) : parts.length;
  const side = /^(from|to)(_|$)/.exec(field)?.[1] ?? '';
  const title = [side, count, `${things[named.thing] ?? `${inWords(named.thing)}s`}:`];
  return {
    title: title.filter(Boolean).join(' '),
    parts: [...parts.slice(0, shownNames), `and ${count - shownNames} more`],
  };
}

/** A class *on* its date, and a student *in* a class. */
function jointOf(field: string, isOfClass: boolean): string {
  if (field === 'date' && isOfClass) return ' on ';
  return field === 'class_schedule' ? ' in ' : '; ';
}

/** A date stands behind the class that was held on it, and a student before the class. */
function inReadingOrder({
  date,
  student,
  class_schedule,
  ...about
}: AuditLine['about']): AuditLine['about'] {
  return {
    ...(student !== undefined && { student }),
    ...(class_schedule !== undefined && { class_schedule }),
    ...(class_schedule !== undefined && date !== undefined && { date }),
    ...about,
    ...(class_schedule === undefined && date !== undefined && { date }),
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
    .map(({ title, parts, joint }, at) => {
      const names = parts.map((part) => (typeof part === 'string' ? part : part.name));
      return (at > 0 ? joint : '') + [title, names.join(', ')].filter(Boolean).join(' ');
    })
    .join('');
