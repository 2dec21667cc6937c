import { Button, Group, Text } from '@mantine/core';
import { IconArmchair, IconRotate2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { placeKey, type SeatingPlan } from '#contract/attendance/seating-plan.ts';
import type { RollRow } from '#contract/marks.ts';
import { roomInText, roomName } from '#contract/room-name.ts';
import type { ClassOnDate } from '#web/school/roll.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PrintPlan } from '../seating/PrintPlan.tsx';
import { seatingPlanQuery } from '../seating/queries.ts';
import { RoomChoice } from '../seating/RoomChoice.tsx';
import { areaOf, inOrderOf, inOrderOfRooms, placesOf, type Side } from '../seating/side.ts';
import { TeachersDesk } from '../seating/TeachersDesk.tsx';
import { useChosenRoom } from '../seating/useChosenRoom.ts';
import { useSide } from '../seating/useSide.ts';
import { FaceOf, RollFaces, type RollFacesProps } from './RollFaces.tsx';
import classes from './RollFaces.module.css';
import type { RollView } from './roll-views.ts';

export interface RollSeatsProps extends RollFacesProps {
  of: ClassOnDate;
  /** The whole class: a search shows some of it. */
  roll: readonly RollRow[];
  /** Chooses another view. */
  show?: ((view: RollView) => void) | undefined;
}

/**
 * The roll by seats (R-SEAT-5): who has a seat is shown there, anybody else beside the plan, and all are marked as
 * by faces.
 */
export default function RollSeats({ of, roll, show: _show, ...faces }: RollSeatsProps) {
  const [chosen, choose] = useChosenRoom(of.id);
  const { side, turn } = useSide();
  const first = useQuery(seatingPlanQuery(of));
  // On another date the class may have other rooms.
  const isThere = first.data?.rooms.some(({ id }) => id === chosen);
  const room = isThere && chosen !== first.data?.classroom.id ? chosen : undefined;
  const { data: plan, error, refetch } = useQuery(seatingPlanQuery({ ...of, room }));
  if (!plan)
    return (
      <>
        {error ? (
          <LoadError
            title="The seating plan could not be read."
            error={error}
            retry={() => void refetch()}
          />
        ) : (
          <PleaseWait />
        )}
        {error && <RollFaces {...faces} />}
      </>
    );
  const edit = { ...of, room: plan.classroom.id };
  /** Of the plan, where there is one. */
  const layout = plan.version > 0 ? plan.layout : null;
  return (
    <div data-room={plan.classroom.id} onKeyDown={faces.marking && faces.onKey}>
      <Group gap="xs" px="xs" pb="xs" className={`at-screen ${classes.seatTools}`}>
        {!layout && (
          <Text size="sm">
            This class has no seating plan in {roomName(plan.classroom.room_number)}.
          </Text>
        )}
        <RoomChoice plan={plan} choose={choose} />
        {plan.layout && (
          <>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRotate2 size={16} aria-hidden="true" />}
              onClick={turn}
            >
              {side === 'desk' ? 'View from the class' : 'View from the desk'}
            </Button>
            <PrintPlan of={of} plan={plan} side={side} />
          </>
        )}
        {plan.may_change && (
          <Button
            variant="default"
            size="xs"
            data-named
            leftSection={<IconArmchair size={16} aria-hidden="true" />}
            renderRoot={(props) => <Link to="/attendance/seating-plan" search={edit} {...props} />}
          >
            {plan.version === 0 ? 'Make a seating plan' : 'Change the plan'}
          </Button>
        )}
      </Group>
      {layout ? (
        <SeatsOf plan={{ ...plan, layout }} side={side} roll={roll} {...faces} />
      ) : (
        <RollFaces {...faces} onKey={ignored} />
      )}
    </div>
  );
}

/** The keys are those of the element around the faces. */
const ignored = () => {};

interface SeatsOfProps extends RollFacesProps {
  plan: SeatingPlan & { layout: NonNullable<SeatingPlan['layout']> };
  side: Side;
  roll: readonly RollRow[];
}

/** The students at their places, and those without a seat. A search moves no student: it frames those whom it finds. */
function SeatsOf({ plan, side, roll, rows, isBusy, ...faces }: SeatsOfProps) {
  const { layout, seats } = plan;
  const byStudent = new Map(roll.map((row) => [row.student, row]));
  const byPlace = new Map(seats.map((seat) => [placeKey(seat), byStudent.get(seat.student)]));
  const isSearch = !isBusy && rows.length < roll.length;
  const found = new Set(isSearch ? rows : []);
  const seated = new Set(seats.map(({ student }) => student));
  const rooms = new Map(plan.elsewhere.map(({ student, room_number }) => [student, room_number]));
  const others = Map.groupBy(
    rows.filter((row) => !seated.has(row.student)),
    ({ student }) => rooms.get(student),
  );
  return (
    <>
      <TeachersDesk side={side} at="class" />
      <div className={classes.room}>
        <ul
          className={classes.seats}
          aria-label="Seats"
          aria-busy={isBusy || undefined}
          style={{ '--columns': layout.columns }}
        >
          {inOrderOf(placesOf(layout), layout, side).map((place) => {
            const row = byPlace.get(placeKey(place));
            const area = areaOf(place, layout, side);
            return row ? (
              <FaceOf
                key={`student ${row.student}`}
                row={row}
                area={area}
                isFound={found.has(row)}
                {...faces}
              />
            ) : (
              <li
                key={placeKey(place)}
                className={classes.empty}
                style={{ gridArea: area }}
                aria-hidden="true"
              />
            );
          })}
        </ul>
      </div>
      <TeachersDesk side={side} at="desk" />
      {inOrderOfRooms(others).map(([room, students]) => {
        const title = room === undefined ? 'Without a seat' : `In ${roomInText(room)}`;
        return (
          <section key={title} aria-label={`Students: ${title}`}>
            <Text size="sm" fw={600} px="xs" pb="xs">
              {title} ({students.length})
            </Text>
            <ul className={`${classes.seats} ${classes.beside}`} aria-label={title}>
              {students.map((row) => (
                <FaceOf key={row.student} row={row} {...faces} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
