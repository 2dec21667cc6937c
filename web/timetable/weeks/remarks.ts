import { namesOfRooms } from '#contract/timetable/further-names.ts';
import { roomInText } from '#contract/room-name.ts';
import type { WeekClass } from '#contract/timetable/week.ts';
import { meetingText } from '../meetings/meeting-text.ts';

/** What is unusual about a class in its week, in words; null when nothing is. */
export function remarkOf(of: WeekClass): string | null {
  const remarks = [meetingText(of), changedByHand(of)].filter((text) => text !== null);
  return remarks.length ? remarks.join('; ') : null;
}

/** The planned times and room of a class whose own were changed on this date. */
function changedByHand(of: WeekClass) {
  const { usual, meeting, start_time, end_time } = of;
  if (!usual || meeting.status !== 'scheduled' || meeting.moved_from || meeting.origin === 'extra')
    return null;
  const room = usual.room_number !== namesOfRooms(of) ? [roomInText(usual.room_number)] : [];
  const times =
    usual.start_time !== start_time || usual.end_time !== end_time
      ? [`${usual.start_time}–${usual.end_time}`]
      : [];
  const planned = [...times, ...room];
  return planned.length ? `Instead of ${planned.join(', ')}` : null;
}
