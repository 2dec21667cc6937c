import type { EvidenceChange, EvidenceMeeting } from '#contract/standing/contact-hour-evidence.ts';
import { moment } from '#web/ui/format.ts';
import { ways } from '#contract/attendance/way-names.ts';

/** The state of a meeting in words. */
export function statusText({ status, excused }: EvidenceMeeting): string {
  if (status === 'none') return 'Not recorded';
  if (status === 'to_come') return 'To come';
  if (excused) return excused === 'leave' ? 'Absent, excused by leave' : 'Absent, excused by hand';
  return status;
}

const markText = ({ to, late_minutes, left_early_minutes, excused }: EvidenceChange): string =>
  [
    to ?? 'withdrawn',
    late_minutes ? `${late_minutes} min late` : '',
    left_early_minutes ? `left ${left_early_minutes} min early` : '',
    excused ? 'excused' : '',
  ]
    .filter(Boolean)
    .join(', ');

/** "Absent → Present, by hand, Tess Teacher, 9 Mar 2026, 10:02". */
export function changeText(change: EvidenceChange, timeZone: string): string {
  const { from, by, at, how } = change;
  const what = `${from ? `${from} → ` : ''}${markText(change)}`;
  return [what, ways[how], by, moment(at, timeZone)].filter(Boolean).join(', ');
}
