import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useMay, useSession } from '../../app/SessionProvider.tsx';
import { ClassHeader } from './ClassHeader.tsx';
import { ChosenRoll } from './RollFrame.tsx';
import { RollExport } from './RollExport.tsx';
import { RollTable } from './RollTable.tsx';
import { SummaryCard } from './SummaryCard.tsx';

/** `attendance/view?id=&date=`: the same roll, read first. */
export function ViewRollPage() {
  const { id, date } = useSearch({ from: '/attendance/view' });
  const { config } = useSession();
  const may = useMay();
  return (
    <ChosenRoll id={id} date={date}>
      {(of, schedule, roll) => (
        <>
          <ClassHeader of={schedule} date={of.date} today={config.today}>
            {may('Timetables', 'export') && <RollExport of={of} roll={roll} name={schedule.subject.subject_code} />}
            {may('Attendance', 'add') && (of.date <= config.today || config.development) && (
              <Button renderRoot={(props) => <Link to="/attendance/add" search={of} {...props} />}>Take attendance</Button>
            )}
          </ClassHeader>
          <SummaryCard roll={roll} />
          <RollTable roll={roll} />
        </>
      )}
    </ChosenRoll>
  );
}
