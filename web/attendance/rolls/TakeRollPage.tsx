import { useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { RollRow } from '#contract/marks.ts';
import type { Status } from '#contract/status.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { ConflictPanel } from '#web/school/ConflictPanel.tsx';
import { CheckInOffer } from '#web/pay/public/CheckInOffer.ts';
import { taughtOn } from '#web/pay/public/taught-class.ts';
import { TeacherCheckIn } from '#web/pay/public/TeacherCheckIn.ts';
import { MeetingBand } from '#web/timetable/public/MeetingBand.ts';
import { canBeTaken } from '#web/timetable/public/meeting-text.ts';
import { NotesDialog } from '../notes/NotesDialog.tsx';
import { SharedBrowsersBand } from '../qr/SharedBrowsersBand.tsx';
import classes from './Attendance.module.css';
import { ClassHeader } from './ClassHeader.tsx';
import { EnrolHere } from './EnrolHere.tsx';
import { ClosedBand } from './ClosedBand.tsx';
import { GateBand } from './GateBand.tsx';
import { MarkDetails, type DetailedMark } from './MarkDetails.tsx';
import { NextClassBand } from './NextClassBand.tsx';
import { ReadRoll, type RollProps } from './ReadRoll.tsx';
import { RefusedMarks } from './RefusedMarks.tsx';
import { RefusedOfRoll } from './RefusedOfRoll.tsx';
import { RollCamera } from './RollCamera.tsx';
import { ChosenRoll } from './RollFrame.tsx';
import { RollTable } from './RollTable.tsx';
import { RollTools } from './RollTools.tsx';
import { TapZones } from './TapZones.tsx';
import { UnreadCards } from './UnreadCards.tsx';
import { restOf } from './pending-status.ts';
import { useCheckIn } from './useCheckIn.ts';
import { useCloseQuestion } from './useCloseQuestion.ts';
import { useGate } from './useGate.ts';
import { useHandMarking } from './useHandMarking.ts';
import { useHeldQuestion } from './useHeldQuestion.ts';
import { useIsOver } from './useIsOver.ts';
import { useMarking } from './useMarking.ts';
import { usePendingOfRoll } from './usePendingOfRoll.ts';
import { useRollCamera } from './useRollCamera.ts';
import { useRollView } from './useRollView.ts';
import { useUndoKey } from './useUndoKey.ts';
import { useUnfinishedQuestion } from './useUnfinishedQuestion.ts';

/** `attendance/add?id={class schedule}&date={date}`: cards, typed IDs and manual marks (R-ROLL-2). */
export function TakeRollPage() {
  const { id, date } = useSearch({ from: '/attendance/add' });
  return (
    <ChosenRoll id={id} date={date} takesCards>
      {(of, schedule, roll) => <TakeRoll of={of} schedule={schedule} roll={roll} />}
    </ChosenRoll>
  );
}

interface TakeRollProps extends RollProps {
  /** Receives how many marks wait for a confirmation. */
  onHeld?: (held: number) => void;
}

/** A roll that is taken; that of an archived class can only be read (R-MEETING-2). */
export function TakeRoll(props: TakeRollProps) {
  if (canBeTaken(props.schedule)) return <OpenRoll {...props} />;
  return (
    <>
      <UnreadCards why="This roll can only be read" />
      <RefusedOfRoll of={props.of} roll={props.roll} />
      <ReadRoll {...props} />
    </>
  );
}

function OpenRoll({ of, schedule, roll, onHeld }: TakeRollProps) {
  const { today } = useSession().config;
  const can = useCan();
  const [notes, setNotes] = useState<'unused' | 'open' | 'closed'>('unused');
  const [detailed, setDetailed] = useState<DetailedMark | null>(null);
  const [noted, setNoted] = useState<RollRow | null>(null);
  const openDetails = useCallback(
    (row: RollRow, status: Status) => setDetailed({ row, status }),
    [],
  );
  const marking = useMarking(of);
  const { toggle, withdraw, markPresent, markRestPresent, closeRoll, undo, setDetail } = marking;
  const { conflicts, forgetConflicts } = marking;
  const { start_time, end_time } = schedule;
  const { gate, held, open, runOrHold, runOrAsk } = useGate({ date: of.date, start_time });
  useHeldQuestion(held, onHeld);
  const pending = usePendingOfRoll(of, roll);
  const askAndClose = useCloseQuestion({
    ...of,
    start_time,
    end_time,
    students: roll.length,
    closeRoll,
    rest: restOf(roll, pending.coming),
  });
  const statusOf = (student: number) =>
    pending.coming.get(student) ?? roll.find((row) => row.student === student)?.status ?? 'N/A';
  const { checkIn, choose } = useCheckIn(marking, { gate, runOrHold });
  const camera = useRollCamera(of);
  const views = useRollView();
  useUndoKey(undo);
  const handMarking = useHandMarking({
    runOrAsk,
    held,
    toggle,
    withdraw,
    markPresent,
    markRestPresent,
    askAndClose,
    openDetails,
    note: can('Notes', 'add') ? setNoted : undefined,
  });

  const isReadOnly = gate.is === 'future' || schedule.meeting?.roll_closed === true;
  const { isOver } = useIsOver({ date: of.date, end_time });
  const rest = restOf(roll, pending.statuses);
  const isUnfinished =
    isOver && !isReadOnly && can('Attendance', 'edit') && rest.length < roll.length;
  useUnfinishedQuestion(of, { rest: isUnfinished ? rest : [], closeRoll });
  const taught = taughtOn(schedule, of.date);

  return (
    <>
      <ClassHeader of={schedule} date={of.date} today={today}>
        <TeacherCheckIn of={taught} />
        <RollTools of={of} openNotes={() => setNotes('open')} />
      </ClassHeader>
      <MeetingBand of={schedule} date={of.date} />
      <ClosedBand of={schedule} date={of.date} onReopened={marking.onReopened} />
      <NextClassBand of={schedule} date={of.date} />
      <GateBand gate={gate} date={of.date} today={today} held={held} open={open} />
      <TapZones
        roll={roll}
        waiting={pending.waiting}
        pendingStatus={pending.statuses}
        checkIn={checkIn}
        choose={choose}
        camera={camera}
        marking={marking}
      >
        {marking.hasMarked && <CheckInOffer of={taught} />}
      </TapZones>
      <RollCamera camera={camera} onCard={checkIn} />
      <SharedBrowsersBand
        of={of}
        isUsed={roll.some(({ how }) => how === 'qr')}
        isUnderWay={!isOver && of.date === today}
      />
      <RollTable
        roll={roll}
        of={of}
        pendingStatus={pending.statuses}
        comingStatus={pending.coming}
        marking={isReadOnly ? undefined : handMarking}
        views={views}
      />
      <div className={classes.belowRoll}>
        <ConflictPanel conflicts={conflicts} dismiss={forgetConflicts}>
          <EnrolHere of={of} result={marking.result} />
        </ConflictPanel>
        <RefusedMarks marks={pending.refused} roll={roll} />
      </div>
      {notes !== 'unused' && (
        <NotesDialog of={of} opened={notes === 'open'} close={() => setNotes('closed')} />
      )}
      {detailed && (
        <MarkDetails
          of={detailed}
          schedule={schedule}
          now={statusOf(detailed.row.student)}
          save={(...mark) => runOrAsk(() => setDetail(...mark))}
          close={() => setDetailed(null)}
        />
      )}
      {noted && <NotesDialog of={of} student={noted} opened close={() => setNoted(null)} />}
    </>
  );
}
