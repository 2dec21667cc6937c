import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Layout, Seat, SeatingPlan } from '#contract/attendance/seating-plan.ts';
import { roomInText } from '#contract/room-name.ts';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import { toast } from '#web/ui/toasts.ts';
import { atRandom, byName, inOrderOfSeats, seated, within, type Pupil } from './arrange.ts';
import { seatingPlanQuery, type PlanOf } from './queries.ts';
import type { Draft } from './useEditedPlan.ts';

interface ArrangeMenuProps {
  of: PlanOf;
  plan: SeatingPlan;
  students: readonly Pupil[];
  layout: Layout;
  /** The seats as they were read. */
  first: Seat[];
  arrange: (next: Partial<Draft>) => void;
}

/** Seats everybody at once. */
export function ArrangeMenu({ of, plan, students, layout, first, arrange }: ArrangeMenuProps) {
  const queries = useQueryClient();
  const { classroom, rooms, other_rooms, version } = plan;
  const elsewhere = [...rooms, ...other_rooms].filter(({ id }) => id !== classroom.id);
  const sit = (way: Draft['way'], order: readonly Pupil[]) =>
    arrange({ way, seats: seated(layout, order) });

  async function takeOrder(room: SeatingPlan['classroom']) {
    try {
      const other = await queries.fetchQuery(seatingPlanQuery({ ...of, room: room.id }));
      if (other.version === 0)
        toast('information', `This class has no seating plan in ${roomInText(room.room_number)}.`);
      else sit('other_room', inOrderOfSeats(students, other.seats));
    } catch {
      toast('error', 'The seating plan could not be read.');
    }
  }

  return (
    <LazyMenu
      target={
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
        >
          Arrange
        </Button>
      }
    >
      <Menu.Item onClick={() => sit('by_name', byName(students, false))}>By last name</Menu.Item>
      <Menu.Item onClick={() => sit('by_name', byName(students, true))}>By first name</Menu.Item>
      <Menu.Item onClick={() => sit('at_random', atRandom(students))}>At random</Menu.Item>
      {version > 0 && (
        <Menu.Item onClick={() => arrange({ way: 'by_hand', seats: within(layout, first) })}>
          As last time
        </Menu.Item>
      )}
      {elsewhere.map((room) => (
        <Menu.Item key={room.id} onClick={() => void takeOrder(room)}>
          Copy the order from {roomInText(room.room_number)}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => arrange({ way: 'by_hand', seats: [] })}>Clear all seats</Menu.Item>
    </LazyMenu>
  );
}
