import { Alert, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconHistory, IconRotate2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  hasSeat,
  placeKey,
  type Place,
  type SeatingPlan,
} from '#contract/attendance/seating-plan.ts';
import { fullName } from '#contract/person-name.ts';
import type { RollRow } from '#contract/marks.ts';
import { roomInText, roomName } from '#contract/room-name.ts';
import { useLeaveQuestion } from '#web/ui/form/useLeaveQuestion.ts';
import { counted } from '#web/ui/format.ts';
import { useUndoKey } from '../rolls/useUndoKey.ts';
import { ArrangeMenu } from './ArrangeMenu.tsx';
import { moved, withGap } from './arrange.ts';
import { EditedRoom } from './EditedRoom.tsx';
import { LayoutFields } from './LayoutFields.tsx';
import { PlanHistory } from './PlanHistory.tsx';
import { PlanNews } from './PlanNews.tsx';
import { PrintPlan } from './PrintPlan.tsx';
import type { PlanOf } from './queries.ts';
import { RoomChoice } from './RoomChoice.tsx';
import { useEditedPlan } from './useEditedPlan.ts';
import { useSavePlan } from './useSavePlan.ts';
import { useSide } from './useSide.ts';

interface PlanEditorProps {
  of: PlanOf;
  /** As it is now. */
  plan: SeatingPlan;
  students: readonly RollRow[];
  /** Opens the plan of another room. */
  choose: (room: number) => void;
}

/** The plan of a class in one room, with everything that changes it. */
export function PlanEditor({ of, plan: newest, students, choose }: PlanEditorProps) {
  const edited = useEditedPlan(newest, students);
  const { plan, first, draft, change, isChanged } = edited;
  const { side, turn } = useSide();
  const [isLayout, setLayout] = useState(false);
  const [isHistory, setHistory] = useState(false);
  const [spoken, say] = useState('');
  const isSaved = useRef(false);
  useLeaveQuestion(() => isChanged && !isSaved.current);
  const undo =
    edited.undo &&
    (() => {
      edited.undo?.();
      say('The last change is undone.');
    });
  useUndoKey(() => undo?.());
  const saving = useSavePlan(of, plan, {
    saved: () => (isSaved.current = true),
    discard: edited.discard,
  });
  const lost = edited.unseated.filter((student) =>
    plan.seats.some((seat) => seat.student === student && !hasSeat(draft.layout, seat)),
  ).length;
  const room = plan.classroom.room_number;
  const elsewhere = new Map(
    plan.elsewhere.map(({ student, room_number }) => [student, room_number]),
  );
  const nameOf = (student: number) => {
    const found = students.find((one) => one.student === student);
    return found ? fullName(found) : '';
  };

  function move(student: number, to: Place | null) {
    const there = to && draft.seats.find((seat) => placeKey(seat) === placeKey(to));
    // A seat that is not in the layout is given to no one.
    const seats = edited.whole.seats.filter(
      (seat) => seat.student !== student || hasSeat(draft.layout, seat),
    );
    change({ seats: moved(seats, student, to), way: 'by_hand' });
    const other = there && there.student !== student ? `, instead of ${nameOf(there.student)}` : '';
    say(
      to
        ? `${nameOf(student)} sits in row ${to.row}, seat ${to.column}${other}.`
        : `${nameOf(student)} has no seat.`,
    );
  }

  const [held] = plan.rooms;
  if (held && !plan.rooms.some(({ id }) => id === plan.classroom.id))
    return (
      <Alert color="yellow" variant="outline">
        <Group gap="xs">
          <Text size="sm">This class is not held in {roomInText(room)} on this date.</Text>
          <Button size="compact-sm" variant="default" onClick={() => choose(held.id)}>
            Open the plan of {roomInText(held.room_number)}
          </Button>
        </Group>
      </Alert>
    );
  if (!plan.may_change)
    return (
      <Alert color="yellow" variant="outline">
        Only who teaches or has marked this class changes its seating plan in {roomInText(room)}.
      </Alert>
    );
  return (
    <div className="at-card">
      <Group gap="xs" p="xs">
        <RoomChoice plan={plan} choose={choose} />
        <ArrangeMenu
          plan={plan}
          of={of}
          students={students.filter(({ student }) => !elsewhere.has(student))}
          layout={draft.layout}
          first={first.seats}
          arrange={change}
        />
        <Button
          variant={isLayout ? 'filled' : 'default'}
          size="xs"
          aria-pressed={isLayout}
          onClick={() => setLayout(!isLayout)}
        >
          Edit the layout
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRotate2 size={16} aria-hidden="true" />}
          onClick={turn}
        >
          {side === 'desk' ? 'View from the class' : 'View from the desk'}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={!undo}
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
          onClick={undo}
        >
          Undo
        </Button>
        {plan.version > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconHistory size={16} aria-hidden="true" />}
            onClick={() => setHistory(true)}
          >
            History
          </Button>
        )}
        <PrintPlan of={of} plan={{ ...plan, ...draft }} side={side} />
        <Button
          size="xs"
          ml="auto"
          loading={saving.isSaving}
          disabled={!isChanged && plan.version > 0}
          onClick={() => void saving.save(edited, edited.unseated.map(nameOf))}
        >
          Save
        </Button>
      </Group>
      <PlanNews {...edited} load={edited.discard} goOn={edited.pass} />
      {isLayout && (
        <LayoutFields
          layout={draft.layout}
          change={(size) => change({ layout: { ...edited.whole.layout, ...size } })}
        >
          {roomName(room)} has one layout for all classes. Press a place to take its seat away, or
          to put one there.
        </LayoutFields>
      )}
      {lost > 0 && (
        <Text size="sm" px="xs" pb="xs" c="var(--at-warn)" role="status">
          {counted(lost, 'student loses their seat', 'students lose their seats')} by this layout.
        </Text>
      )}
      <EditedRoom
        draft={draft}
        students={students}
        elsewhere={elsewhere}
        side={side}
        isLayout={isLayout}
        move={move}
        say={say}
        toggle={(place) => change({ layout: withGap(edited.whole.layout, place) })}
      />
      <p className="at-hidden" aria-live="assertive">
        {spoken}
      </p>
      {isHistory && (
        <PlanHistory {...{ of, plan, students, side, isChanged }} close={() => setHistory(false)} />
      )}
    </div>
  );
}
