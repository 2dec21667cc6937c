import { classCode } from './class-name.ts';
import { roomName } from './room-name.ts';
import type { Clash } from './clash.ts';

interface How {
  /** Formats a date. */
  day?: (date: string) => string;
  /** Whether several classes were judged: each clash then names its class first. */
  isOfSeveral?: boolean;
}

/** A clash in words, without a full stop: "Room R1 is needed by MAT2 on 2026-03-03, 14:00–15:30". */
export function clashText(clash: Clash, { day = same, isOfSeveral = false }: How = {}): string {
  const more = clash.dates > 1 ? `, and on ${moreDates(clash.dates - 1)}` : '';
  const text = `${whatClashes({ ...clash, date: day(clash.date) })}${more}`;
  const named = isOfSeveral && clash.subject ? `${clash.subject.subject_code}: ${text}` : text;
  return clash.confirmed ? `${named} (confirmed)` : named;
}

const same = (date: string) => date;

const moreDates = (count: number) => (count === 1 ? '1 more date' : `${count} more dates`);

function whatClashes({ kind, date, name, other, students, seats, reason }: Clash): string {
  if (other) {
    const when = `${classCode(other)} on ${date}, ${other.start_time}–${other.end_time}`;
    if (kind === 'students') return `${studentsText(students)} in ${when}`;
    return `${kind === 'classroom' ? roomName(name ?? '') : name} is needed by ${when}`;
  }
  if (kind === 'seats')
    return `${roomName(name ?? '')} has ${seats?.capacity} seats for ${seats?.enrolled} students on ${date}`;
  if (kind === 'closed') return `${roomName(name ?? '')} is closed on ${date} (${reason})`;
  if (kind === 'holiday') return `${date} is a holiday (${name})`;
  if (kind === 'archived') return `${name} is archived`;
  return `${date} is outside the semester’s class dates`;
}

function studentsText(students: Clash['students']): string {
  const { count = 0, first = [] } = students ?? {};
  const names = first.map(({ name }) => name);
  const others = count - names.length;
  const who = [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return count === 1 ? `${who} is` : `${count} students (${who}) are`;
}
