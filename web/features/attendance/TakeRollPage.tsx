import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconNotes } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { RollRow } from '../../../contract/attendance.ts';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import type { KeptMark } from '../../app/offline/storage.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { confirm } from '../../ui/confirm.ts';
import { TeacherCheckIn } from '../check-in/TeacherCheckIn.tsx';
import { NotesDialog } from '../notes/NotesDialog.tsx';
import classes from './Attendance.module.css';
import { CheckInCard } from './CheckInCard.tsx';
import { ClassHeader } from './ClassHeader.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import type { ClassOnDate } from './roll.ts';
import { ChosenRoll } from './RollFrame.tsx';
import { RollTable } from './RollTable.tsx';
import { SummaryCard } from './SummaryCard.tsx';
import { useCardReader } from './useCardReader.ts';
import { useKeptMarks } from './queue/MarkQueueProvider.tsx';
import { RefusedMarks } from './RefusedMarks.tsx';
import { useMarking } from './useMarking.ts';
import { waitingOn } from './waiting.ts';

const nothing: ReturnType<typeof waitingOn> = new Map();

/** `attendance/add?id={class schedule}&date={date}`: cards, typed ids and marks by hand (spec §2). */
export function TakeRollPage() {
  const { id, date } = useSearch({ from: '/attendance/add' });
  return (
    <ChosenRoll id={id} date={date}>
      {(of, schedule, roll) => <TakeRoll of={of} schedule={schedule} roll={roll} />}
    </ChosenRoll>
  );
}

export function TakeRoll({ of, schedule, roll }: { of: ClassOnDate; schedule: ClassSchedule; roll: RollRow[] }) {
  const { config } = useSession();
  const [notesOpen, notes] = useDisclosure();
  const { send, toggle, withdraw, markPresent, result, conflicts } = useMarking(of);
  const kept = useKeptMarks();
  const ofThis = (marks: KeptMark[]) => marks.filter((mark) => mark.class_schedule === of.id && mark.date === of.date);
  const will = kept.heldUp ? waitingOn(roll, ofThis(kept.waiting)) : nothing;
  const checkIn = useCallback((card: string) => send(card), [send]);
  useCardReader(config.reader_gap_ms, checkIn);

  // Kept as they are from one drawing to the next: the rows of a large class are drawn again only when they change.
  const takeBack = useCallback(
    (row: RollRow) => {
      const question = {
        title: 'Take the mark back?',
        text: `${row.first_name} ${row.last_name} goes back from ${row.status} to N/A. The history keeps it.`,
        yes: 'Take back',
        danger: true,
      };
      void confirm(question).then((yes) => yes && withdraw(row));
    },
    [withdraw],
  );

  return (
    <>
      <ClassHeader of={schedule} date={of.date} today={config.today}>
        <Button variant="default" leftSection={<IconNotes size={18} aria-hidden="true" />} onClick={notes.open}>
          Notes
        </Button>
        <TeacherCheckIn of={{ ...of, teacher: schedule.teacher }} />
      </ClassHeader>
      <div className={classes.top}>
        <CheckInCard roll={roll} result={result} waiting={kept.waiting.length} onCheckIn={checkIn} />
        <SummaryCard roll={roll} />
      </div>
      <ConflictPanel conflicts={conflicts} />
      <RefusedMarks marks={ofThis(kept.refused)} roll={roll} />
      <RollTable roll={roll} will={will} marking={{ toggle, withdraw: takeBack, markPresent }} />
      <NotesDialog of={of} opened={notesOpen} close={notes.close} />
    </>
  );
}
