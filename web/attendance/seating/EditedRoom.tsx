import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Button, Group, Text } from '@mantine/core';
import { Fragment, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { hasSeat, placeKey, type Layout, type Place } from '#contract/attendance/seating-plan.ts';
import type { RollRow } from '#contract/marks.ts';
import { fullName } from '#contract/person-name.ts';
import { roomInText } from '#contract/room-name.ts';
import { isArrow, nearestElement } from '../rolls/nearest.ts';
import { EditedSeat } from './EditedSeat.tsx';
import { Pupil } from './Pupil.tsx';
import { areaOf, inOrderOf, inOrderOfRooms, type Side } from './side.ts';
import { TeachersDesk } from './TeachersDesk.tsx';
import type { Draft } from './useEditedPlan.ts';
import classes from './Seating.module.css';

interface EditedRoomProps {
  draft: Draft;
  students: readonly RollRow[];
  /** The number of the room in which a student has a seat instead. */
  elsewhere: ReadonlyMap<number, string>;
  side: Side;
  /** A press takes seats away or puts them there, instead of students. */
  isLayout: boolean;
  move: (student: number, to: Place | null) => void;
  /** Announces what happens. */
  say: (text: string) => void;
  /** Takes the seat of a place away, or puts one there. */
  toggle: (place: Place) => void;
}

const beside = 'beside';
const noWords = {
  onDragStart: () => '',
  onDragOver: () => '',
  onDragEnd: () => '',
  onDragCancel: () => '',
};

const allPlaces = ({ rows, columns }: Layout): Place[] =>
  Array.from({ length: rows * columns }, (_, at) => ({
    row: Math.floor(at / columns) + 1,
    column: (at % columns) + 1,
  }));

/**
 * A room whose students change places: by dragging, or by a press on the student and one on the seat, with the mouse,
 * a finger or keys. Arrows go from seat to seat as they are seen.
 */
export function EditedRoom(props: EditedRoomProps) {
  const { draft, students, elsewhere, side, isLayout, move, say, toggle } = props;
  const { layout, seats } = draft;
  const [picked, setPicked] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const room = useRef<HTMLDivElement>(null);
  // The focus goes with the student.
  const toFocus = useRef<number | null>(null);
  const focused = useRef<number | null>(null);
  useLayoutEffect(() => {
    const student = toFocus.current ?? focused.current;
    toFocus.current = null;
    if (student === null) return;
    focused.current = student;
    // The element of a place may be another student's by now, as after an undo.
    const element = room.current?.querySelector<HTMLElement>(`[data-student="${student}"]`);
    if (element !== document.activeElement) element?.focus();
  });
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  const byId = new Map(students.map((one) => [one.student, one]));
  const byPlace = new Map(seats.map((seat) => [placeKey(seat), byId.get(seat.student)]));
  const seated = new Set(seats.map(({ student }) => student));
  const others = Map.groupBy(
    students.filter(({ student }) => !seated.has(student)),
    ({ student }) => elsewhere.get(student),
  );
  if (!others.has(undefined)) others.set(undefined, []);
  const held = picked === null ? undefined : byId.get(picked);

  function press(student: number | undefined, to: Place | null) {
    if (picked !== null && picked !== student) {
      move(picked, to);
      setPicked(null);
      toFocus.current = picked;
    } else if (picked !== null) {
      setPicked(null);
      say('Put back.');
    } else if (student !== undefined) {
      const found = byId.get(student);
      setPicked(student);
      if (found)
        say(`${fullName(found)} is picked up. Choose a seat with the arrow keys, and press Enter.`);
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape' && picked !== null) {
      event.stopPropagation();
      setPicked(null);
      say('Put back.');
    }
    const { target } = event;
    if (!isArrow(event.key) || !(target instanceof HTMLElement) || !room.current) return;
    const next = nearestElement(event.key, target, [
      ...room.current.querySelectorAll<HTMLElement>('button[data-place]'),
    ]);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{ announcements: noWords, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => {
        setPicked(null);
        setDragged(Number(active.id));
      }}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ active, over }) => {
        setDragged(null);
        if (!over) return;
        const place = over.data.current as Place | undefined;
        move(Number(active.id), place ?? null);
      }}
    >
      <div
        ref={room}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const student = target.dataset['student'];
          focused.current = student === undefined ? null : Number(student);
        }}
        onBlur={({ target }) => {
          if (target.isConnected) focused.current = null;
        }}
        role="presentation"
      >
        {!isLayout && (
          <Text size="sm" px="xs" pb="xs" fw={held && 600}>
            {held
              ? `${fullName(held)} is picked up: press a seat. Escape lets go.`
              : 'Drag a student to a seat, or press the student and then the seat.'}
          </Text>
        )}
        <TeachersDesk side={side} at="class" />
        <div className={classes.frame}>
          <ul className={classes.grid} aria-label="Seats" style={{ '--columns': layout.columns }}>
            {inOrderOf(allPlaces(layout), layout, side).map((place) => (
              <EditedSeat
                key={placeKey(place)}
                place={place}
                area={areaOf(place, layout, side)}
                isSeat={hasSeat(layout, place)}
                student={byPlace.get(placeKey(place))}
                isLayout={isLayout}
                picked={picked}
                press={(student) => press(student, place)}
                toggle={() => toggle(place)}
              />
            ))}
          </ul>
        </div>
        <TeachersDesk side={side} at="desk" />
        <Beside>
          {inOrderOfRooms(others).map(([other, all]) => {
            const title = other === undefined ? 'Without a seat' : `In ${roomInText(other)}`;
            return (
              <Fragment key={title}>
                <Group gap="xs" my={4}>
                  <Text size="sm" fw={600}>
                    {title} ({all.length})
                  </Text>
                  {other === undefined && held && seated.has(held.student) && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      data-place={beside}
                      onClick={() => press(undefined, null)}
                    >
                      Take the seat away
                    </Button>
                  )}
                </Group>
                <ul className={classes.others} aria-label={title}>
                  {all.map((one) => (
                    <li key={one.student}>
                      <Pupil
                        student={one}
                        place={beside}
                        isPicked={picked === one.student}
                        disabled={isLayout}
                        press={() => press(one.student, null)}
                      />
                    </li>
                  ))}
                </ul>
              </Fragment>
            );
          })}
        </Beside>
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged !== null && (
          <span className={classes.dragged}>{fullName(byId.get(dragged) ?? noName)}</span>
        )}
      </DragOverlay>
    </DndContext>
  );
}

const noName = { first_name: '', last_name: '' };

/** Where students stand who have no seat. */
function Beside({ children }: { children: React.ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id: beside });
  return (
    <section
      ref={setNodeRef}
      className={classes.beside}
      data-over={isOver || undefined}
      aria-label="Students without a seat"
    >
      {children}
    </section>
  );
}
