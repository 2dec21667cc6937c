import type { Meeting } from '#contract/timetable/meeting.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { shortDay } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { placeText } from './places.ts';

/** Whether a class takes place on its date; one without a date is a weekly class. */
export const isHeld = ({ meeting }: Pick<ClassSchedule, 'meeting'>): boolean =>
  !meeting || meeting.status === 'scheduled';

/** Whether its roll and its check-in can be made: not of an archived class, whose roll is read-only. */
export const canBeTaken = (of: Pick<ClassSchedule, 'meeting'>): boolean =>
  isHeld(of) && !of.meeting?.archived;

/** What is unusual about a class on its date, in words; null when nothing is (R-MEETING-1). */
export function meetingText(of: Pick<ClassSchedule, 'meeting' | 'planned'>): string | null {
  const texts = [of.meeting?.archived ? 'Class archived' : null, changeText(of)];
  return texts.filter((text) => text !== null).join('. ') || null;
}

/** The changes of a class on its date, in words. */
function changeText(of: Pick<ClassSchedule, 'meeting' | 'planned'>): string | null {
  const { meeting, planned } = of;
  if (!meeting) return null;
  const because = meeting.reason ? `: ${meeting.reason}` : '';
  if (meeting.status === 'cancelled') return `Cancelled${because}`;
  if (meeting.status === 'moved') return `Moved to ${placeOf(meeting.moved_to)}${because}`;
  if (meeting.status === 'holiday') return null;
  const facts = [
    ...coversOf(meeting, planned),
    ...(meeting.origin === 'moved' && meeting.moved_from
      ? [`Moved from ${shortDay(meeting.moved_from)}`]
      : []),
    ...(meeting.origin === 'extra' ? ['Extra class'] : []),
  ];
  return facts.length ? `${facts.join(', ')}${because}` : null;
}

/** Who covers whom, and who is away. */
function coversOf({ cover, places }: Meeting, planned: ClassSchedule['planned']): string[] {
  if (places) return places.flatMap((place) => placeText(place) ?? []);
  if (!cover) return [];
  return [`Covered by ${fullName(cover)}${planned ? ` for ${fullName(planned.teacher)}` : ''}`];
}

function placeOf(held: NonNullable<ClassSchedule['meeting']>['moved_to']): string {
  return held ? `${shortDay(held.date)} ${held.start_time}, ${held.room_number}` : 'another date';
}
