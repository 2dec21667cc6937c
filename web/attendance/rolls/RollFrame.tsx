import { Alert, Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { HeldMarks } from './LazyHeldMarks.tsx';
import { Link } from '@tanstack/react-router';
import type { RollRow } from '#contract/marks.ts';
import { messages } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { useOpenedDay } from '#web/platform/useOpenedDay.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { shortDay } from '#web/ui/format.ts';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { StaleBand, type Read } from '#web/ui/StaleBand.tsx';
import { MeetingBand } from '#web/timetable/public/MeetingBand.ts';
import classes from './Attendance.module.css';
import { ClassHeader } from './ClassHeader.tsx';
import { EmptyRoll } from './EmptyRoll.tsx';
import type { ClassOnDate } from '#web/school/roll.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { RefusedOfRoll } from './RefusedOfRoll.tsx';
import { UnreadCards } from './UnreadCards.tsx';
import { useClassRoll } from './useClassRoll.ts';
import { whyGone } from './why-gone.ts';

interface RollFrameProps {
  of: ClassOnDate;
  /** The page takes cards: until it does, and where it cannot, it says so of each one. */
  takesCards?: boolean;
  children: (schedule: ClassSchedule, roll: RollRow[]) => ReactNode;
}

const reasons = {
  holiday: 'There is a holiday on this date.',
  weekday: 'This class is on another day of the week.',
  week: 'This class is not held in this week.',
  semester: 'This date is outside the semester’s classes.',
  archived: 'This class is archived.',
  cancelled: 'This class was cancelled on this date.',
  moved: 'This class was moved to another date.',
};

/** Loads a class and its roll; shows the reason when there is none. */
export function RollFrame({ of, takesCards = false, children }: RollFrameProps) {
  const { schedule, roll, connected } = useClassRoll(of);
  const seesHeld = useCan()('Attendance', 'edit');
  // The cached roll is shown without the network.
  const failed = (schedule.data ? null : schedule.error) ?? (roll.data ? null : roll.error);
  if (failed) {
    const retry = () => void Promise.all([schedule.refetch(), roll.refetch()]);
    return (
      <NoRoll>
        {takesCards && <UnreadCards why={messages.cardNotRead} />}
        <LoadError
          title={
            schedule.isError && !schedule.data ? messages.scheduleFailed : messages.fetchFailed
          }
          error={failed}
          retry={retry}
        />
      </NoRoll>
    );
  }
  if (!schedule.data || !roll.data)
    return (
      <>
        {takesCards && <UnreadCards why={messages.cardNotRead} />}
        <PleaseWait />
      </>
    );
  const { no_class, next_date, results } = roll.data;
  return (
    <div className={classes.page} data-live={connected}>
      <NotRead reads={[roll, schedule]} connected={connected} />
      {no_class ? (
        <>
          <ClassHeader
            of={{ ...schedule.data, currentClass: false }}
            date={of.date}
            today={of.date}
          />
          <MeetingBand of={schedule.data} date={of.date} />
          <RefusedOfRoll of={of} />
          {seesHeld && <HeldMarks of={of} />}
          {takesCards && <UnreadCards why={messages.noClass} />}
          <EmptyState title={messages.noClass}>
            <Text c="dimmed">{reasons[no_class]}</Text>
            {next_date && (
              <Anchor
                renderRoot={(props) => (
                  <Link {...props} to="." search={{ ...of, date: next_date }} />
                )}
              >
                The next one is on {shortDay(next_date)}
              </Anchor>
            )}
          </EmptyState>
        </>
      ) : (
        <>
          {results.length === 0 && <EmptyRoll of={of} />}
          {children(schedule.data, results)}
        </>
      )}
    </div>
  );
}

/** Why a roll that is shown was not read again: the server does not answer, or answers that it is gone. */
function NotRead({ reads, connected }: { reads: Read[]; connected: boolean }) {
  const error = reads.find((read) => read.error)?.error;
  const reason = error && whyGone(error);
  if (reason)
    return (
      <Alert color="red" variant="outline" role="alert" title={reason.title}>
        {reason.text}
      </Alert>
    );
  const offline = {
    title: 'No connection at the moment',
    text: 'Your marks are saved here and sent as soon as the server answers again.',
  };
  return <StaleBand reads={reads} {...(!connected && offline)} />;
}

interface ChosenRollProps extends Pick<RollFrameProps, 'takesCards'> {
  id?: number;
  date?: string;
  children: (of: ClassOnDate, schedule: ClassSchedule, roll: RollRow[]) => ReactNode;
}

/** The class in the address, without a date on the day on which it was opened; a choice without a class. */
export function ChosenRoll({ id, date, takesCards, children }: ChosenRollProps) {
  const opened = useOpenedDay(id);
  if (id === undefined) {
    return (
      <NoRoll>
        {takesCards && <UnreadCards why={messages.selectSchedule} />}
        <EmptyState title={messages.selectSchedule} />
      </NoRoll>
    );
  }
  const of = { id, date: date ?? opened };
  return (
    <RollFrame key={`${of.id} ${of.date}`} of={of} takesCards={takesCards}>
      {(schedule, roll) => children(of, schedule, roll)}
    </RollFrame>
  );
}

/** The page without a roll: heading and reason. */
function NoRoll({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <PageHead title="Attendance" />
      {children}
    </div>
  );
}
