import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { messages } from '../../../contract/messages.ts';
import { useMay, useSession } from '../../app/SessionProvider.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ClassHeader } from './ClassHeader.tsx';
import { NoRoll, RollFrame } from './RollFrame.tsx';
import { RollTable } from './RollTable.tsx';
import { SummaryCard } from './SummaryCard.tsx';

/** `attendance/view?id=&date=`: the same roll, read first. */
export function ViewRollPage() {
  const { id, date } = useSearch({ from: '/attendance/view' });
  const { config } = useSession();
  const may = useMay();
  if (id === undefined) {
    return (
      <NoRoll>
        <EmptyState title={messages.selectSchedule} />
      </NoRoll>
    );
  }
  const of = { id, date: date ?? config.today };
  const open = of.date <= config.today || config.development;
  return (
    <RollFrame key={`${of.id} ${of.date}`} of={of}>
      {(schedule, roll) => (
        <>
          <ClassHeader of={schedule} date={of.date} today={config.today}>
            {may('Attendance', 'add') && open && (
              <Button renderRoot={(props) => <Link to="/attendance/add" search={of} {...props} />}>Take attendance</Button>
            )}
          </ClassHeader>
          <SummaryCard roll={roll} />
          <RollTable roll={roll} />
        </>
      )}
    </RollFrame>
  );
}
