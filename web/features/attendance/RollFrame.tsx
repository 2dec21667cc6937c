import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RollRow } from '../../../contract/attendance.ts';
import { messages } from '../../../contract/messages.ts';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import classes from './Attendance.module.css';
import type { ClassOnDate } from './roll.ts';
import { useClassRoll } from './useClassRoll.ts';

interface RollFrameProps {
  of: ClassOnDate;
  children: (schedule: ClassSchedule, roll: RollRow[]) => ReactNode;
}

const reasons = {
  holiday: 'There is a holiday on this date.',
  weekday: 'This class is on another day of the week.',
  semester: 'This date is outside the semester’s classes.',
  archived: 'This class is archived.',
};

/** Loads a class and its roll; says why when there is none. */
export function RollFrame({ of, children }: RollFrameProps) {
  const { schedule, roll, connected } = useClassRoll(of);
  if (schedule.isError) return <LoadError title={messages.scheduleFailed} error={schedule.error} retry={() => void schedule.refetch()} />;
  if (roll.isError && !roll.data) return <LoadError error={roll.error} retry={() => void roll.refetch()} />;
  if (schedule.isPending || roll.isPending || !roll.data) return <PleaseWait />;
  const { no_class, results } = roll.data;
  return (
    <div className={classes.page} data-live={connected}>
      {!connected && roll.isError && (
        <Alert color="yellow" variant="outline" role="status" title="No connection at the moment">
          What you mark is kept and sent as soon as the server answers again.
        </Alert>
      )}
      {no_class ? (
        <EmptyState title={messages.noClass}>
          <Text c="dimmed">{reasons[no_class]}</Text>
        </EmptyState>
      ) : (
        children(schedule.data, results)
      )}
    </div>
  );
}
