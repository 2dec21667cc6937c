import { SegmentedControl } from '@mantine/core';
import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';

interface RoomChoiceProps {
  plan: Pick<SeatingPlan, 'classroom' | 'rooms'>;
  choose: (room: number) => void;
}

/** The rooms of a class that is held in several ones: each has its own plan. */
export function RoomChoice({ plan: { classroom, rooms }, choose }: RoomChoiceProps) {
  if (rooms.length < 2) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label="Room"
      data={rooms.map(({ id, room_number }) => ({ value: String(id), label: room_number }))}
      value={String(classroom.id)}
      onChange={(id) => choose(Number(id))}
    />
  );
}
