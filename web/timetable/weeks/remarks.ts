import { namesOfRooms, roomsOf } from '#contract/timetable/further-names.ts';
import { roomInText } from '#contract/room-name.ts';
import type { WeekClass } from '#contract/timetable/week.ts';
import { meetingText } from '../meetings/meeting-text.ts';

/** What is unusual about a class in its week, in words; null when nothing is. */
export function remarkOf(of: WeekClass): string | null {
  const remarks = [meetingText(of), ...changedByHand(of)].filter((text) => text !== null);
  return remarks.length ? remarks.join('; ') : null;
}

/** The planned times and room of a class whose own were changed on this date, and the rooms that it has besides. */
function changedByHand(of: WeekClass): string[] {
  const { usual, meeting, start_time, end_time } = of;
  if (!usual || meeting.status !== 'scheduled' || meeting.moved_from || meeting.origin === 'extra')
    return [];
  const rooms = roomsOf(of).map(({ room_number }) => room_number);
  const isStillThere = rooms.includes(usual.room_number);
  const added = isStillThere ? rooms.filter((number) => number !== usual.room_number) : [];
  const isElsewhere = !isStillThere && usual.room_number !== namesOfRooms(of);
  const isAtOtherTimes = usual.start_time !== start_time || usual.end_time !== end_time;
  const planned = [
    ...(isAtOtherTimes ? [`${usual.start_time}–${usual.end_time}`] : []),
    ...(isElsewhere ? [roomInText(usual.room_number)] : []),
  ];
  return [
    ...(planned.length ? [`Instead of ${planned.join(', ')}`] : []),
    ...(added.length ? [`Also in ${added.map(roomInText).join(', ')}`] : []),
  ];
}
