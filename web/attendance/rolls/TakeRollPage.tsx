import { Button } from '@mantine/core';
import { IconNotes } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { RollRow } from '#contract/marks.ts';
import type { Status } from '#contract/status.ts';
import { minutesOf } from '#contract/dates.ts';
import { messages, timeOfDay } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import type { PendingMark } from '#web/platform/offline/storage.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import { useReader } from '#web/platform/reader/useReader.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { CheckInOffer } from '#web/pay/public/CheckInOffer.ts';
import { TeacherCheckIn } from '#web/pay/public/TeacherCheckIn.ts';
import { MeetingBand } from '#web/timetable/public/MeetingBand.ts';
import { canBeTaken } from '#web/timetable/public/meeting-text.ts';
import { SignInSheetButton } from '#web/timetable/public/SignInSheetButton.ts';
import { NotesDialog } from '../notes/NotesDialog.tsx';
import { GiveCardLink } from '#web/school/GiveCardLink.tsx';
import { QrButton } from '../qr/QrButton.tsx';
import { SharedBrowsersBand } from '../qr/SharedBrowsersBand.tsx';
import classes from './Attendance.module.css';
import { CheckInCard } from './CheckInCard.tsx';
import { ClassHeader } from './ClassHeader.tsx';
import { ClosedBand } from './ClosedBand.tsx';
import { ConflictPanel } from '#web/school/ConflictPanel.tsx';
import { ReadRoll, type RollProps } from './ReadRoll.tsx';
import { ChosenRoll } from './RollFrame.tsx';
import { HistoryButton } from './HistoryButton.tsx';
import { GateBand } from './GateBand.tsx';
import { RollTable } from './RollTable.tsx';
import { NextClassBand } from './NextClassBand.tsx';
import { SummaryCard } from './SummaryCard.tsx';
import { TapPanel } from './TapPanel.tsx';
import { TapStrip } from './TapStrip.tsx';
import { usePendingMarks } from './queue/MarkQueueProvider.tsx';
import { RefusedMarks } from './RefusedMarks.tsx';
import { useGate } from './useGate.ts';
import { useHeldQuestion } from './useHeldQuestion.ts';
import { useRollCamera } from './useRollCamera.ts';
import { useMarking } from './useMarking.ts';
import { useIsOver } from './useIsOver.ts';
import { focusMark } from './useRowKeys.ts';
import { useUndoKey } from './useUndoKey.ts';
import { useCloseQuestion } from './useCloseQuestion.ts';
import { useUnfinishedQuestion } from './useUnfinishedQuestion.ts';
import { pendingStatuses, restOf } from './pending-status.ts';

const CameraView = lazy(async () => ({
  default: (await import('#web/platform/reader/camera/CameraView.tsx')).CameraView,
}));
const MarkDetailsDialog = lazy(() => import('./MarkDetailsDialog.tsx'));

const nothing: ReturnType<typeof pendingStatuses> = new Map();

/** `attendance/add?id={class schedule}&date={date}`: cards, typed IDs and manual marks (R-ROLL-2). */
export function TakeRollPage() {
  const { id, date } = useSearch({ from: '/attendance/add' });
  return (
    <ChosenRoll id={id} date={date}>
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
  return canBeTaken(props.schedule) ? <OpenRoll {...props} /> : <ReadRoll {...props} />;
}

function OpenRoll({ of, schedule, roll, onHeld }: TakeRollProps) {
  const { config, now } = useSession();
  const [notes, setNotes] = useState<'unused' | 'open' | 'closed'>('unused');
  const [detailed, setDetailed] = useState<{ row: RollRow; status: Status } | null>(null);
  const [noted, setNoted] = useState<RollRow | null>(null);
  const can = useCan();
  const canNote = can('Notes', 'add');
  const {
    send,
    cardOnRoll,
    toggle,
    withdraw,
    markPresent,
    closeRoll,
    setDetail,
    undo,
    undoable,
    onReopened,
    report,
    taps,
    dismissTaps,
    result,
    conflicts,
    hasMarked,
  } = useMarking(of);
  const { gate, held, open, runOrHold } = useGate({
    date: of.date,
    start_time: schedule.start_time,
  });
  useHeldQuestion(held, onHeld);
  const askAndClose = useCloseQuestion({ ...of, start_time: schedule.start_time, closeRoll });
  const taught = { ...of, teacher: schedule.teacher, start_time: schedule.start_time };
  const pending = usePendingMarks();
  const ofThis = (marks: PendingMark[]) =>
    marks.filter((mark) => mark.class_schedule === of.id && mark.date === of.date);
  const statuses = pending.stalled ? pendingStatuses(roll, ofThis(pending.waiting)) : nothing;

  const checkIn = useCallback(
    (tapped: string) => {
      const card = cardOnRoll(tapped);
      const isRun = runOrHold('tap', () => send(card));
      // Nothing waits on a future date: its marks are refused.
      if (!isRun && gate.is === 'future')
        report({ tone: 'bad', text: messages.futureDate, tapped: card });
      else if (!isRun)
        report({ tone: 'known', text: 'Waits: see above the roll', tapped: card, pending: card });
    },
    [send, runOrHold, report, cardOnRoll, gate.is],
  );
  const torn = useCallback(() => {
    report({ tone: 'bad', text: messages.cardNotRead });
    playSound('bad');
  }, [report]);
  useReader({ gapMs: config.reader_gap_ms, onNumber: checkIn, onTorn: torn });
  const camera = useRollCamera(of);
  useUndoKey(undo);

  // Stable between renders, so that the rows of a large class render only when they change.
  const marking = useMemo(
    () => ({
      toggle: (row: RollRow, status: Status) => void runOrHold('hand', () => toggle(row, status)),
      withdraw: (row: RollRow) => {
        const question = {
          title: 'Take the mark back?',
          text: `${row.first_name} ${row.last_name} goes back from ${row.status} to N/A. The history keeps it.`,
          yes: 'Take back',
          danger: true,
        };
        void confirm(question).then((yes) => yes && withdraw(row));
      },
      markPresent: (students: number[]) => void runOrHold('hand', () => markPresent(students)),
      closeRoll: (rest: number[]) => void runOrHold('hand', () => void askAndClose(rest)),
      openDetails: (row: RollRow, status: Status) => setDetailed({ row, status }),
      note: canNote ? setNoted : undefined,
    }),
    [runOrHold, toggle, withdraw, markPresent, askAndClose, canNote],
  );

  const isReadOnly = gate.is === 'future' || schedule.meeting?.roll_closed === true;
  const { isOver } = useIsOver({ date: of.date, end_time: schedule.end_time });
  const rest = restOf(roll, statuses);
  const isUnfinished =
    isOver && !isReadOnly && can('Attendance', 'edit') && rest.length < roll.length;
  useUnfinishedQuestion(of, { rest: isUnfinished ? rest : [], closeRoll });

  return (
    <>
      <ClassHeader of={schedule} date={of.date} today={config.today}>
        <TeacherCheckIn of={taught} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconNotes size={16} aria-hidden="true" />}
          onClick={() => setNotes('open')}
        >
          Notes
        </Button>
        <HistoryButton of={of} />
        <SignInSheetButton of={of} />
        {config.student_sign_in && of.date === config.today && <QrButton of={of} />}
      </ClassHeader>
      <MeetingBand of={schedule} date={of.date} />
      <ClosedBand of={schedule} date={of.date} onReopened={onReopened} />
      <NextClassBand of={schedule} date={of.date} conflicts={conflicts} result={result} />
      <GateBand gate={gate} date={of.date} today={config.today} held={held} open={open} />
      <div className={`at-card ${classes.band}`}>
        <div className={classes.zones}>
          <CheckInCard
            roll={roll}
            waiting={pending.waiting.length}
            onCheckIn={checkIn}
            camera={camera}
          />
          <TapPanel result={result} undoable={undoable} undo={undo}>
            {result?.tapped !== undefined && result.text === messages.unknownCard && (
              <GiveCardLink card={result.tapped} />
            )}
          </TapPanel>
          <SummaryCard roll={roll} />
        </div>
        <TapStrip taps={taps.last} notTaken={taps.notTaken} dismiss={dismissTaps}>
          {hasMarked && <CheckInOffer of={taught} />}
        </TapStrip>
      </div>
      {camera.isOpen && (
        <Suspense>
          <CameraView
            facing="environment"
            prevented={camera.prevented}
            onCard={checkIn}
            onClose={camera.close}
          />
        </Suspense>
      )}
      <SharedBrowsersBand
        of={of}
        isUsed={roll.some(({ how }) => how === 'qr')}
        isUnderWay={!isOver && of.date === config.today}
      />
      <ConflictPanel conflicts={conflicts} />
      <RefusedMarks marks={ofThis(pending.refused)} roll={roll} />
      <RollTable
        roll={roll}
        date={of.date}
        pendingStatus={statuses}
        marking={isReadOnly ? undefined : marking}
      />
      {notes !== 'unused' && (
        <NotesDialog of={of} opened={notes === 'open'} close={() => setNotes('closed')} />
      )}
      {detailed && (
        <Suspense>
          <MarkDetailsDialog
            row={detailed.row}
            status={detailed.status}
            lateNow={minutesSince(schedule, timeOfDay(now().toISOString(), config.time_zone))}
            save={(row, status, detail) =>
              void runOrHold('hand', () => setDetail(row, status, detail))
            }
            close={() => {
              setDetailed(null);
              focusMark(detailed.row.student_id, detailed.status);
            }}
          />
        </Suspense>
      )}
      {noted && <NotesDialog of={of} student={noted} opened close={() => setNoted(null)} />}
    </>
  );
}

/** Minutes since the start of a class that is in session; null of others. */
function minutesSince({ currentClass, start_time }: ClassSchedule, now: string): number | null {
  return currentClass ? Math.max(0, minutesOf(now) - minutesOf(start_time)) || null : null;
}
