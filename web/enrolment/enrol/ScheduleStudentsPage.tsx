import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import type { ScheduleStudent } from '#contract/enrolment/enrolment.ts';
import { limits } from '#contract/limits.ts';
import { messages, noneFound } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Paging } from '#web/ui/list/Paging.tsx';
import { useListState } from '#web/ui/list/useListState.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { fullName } from '#contract/person-name.ts';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { UndoBand } from '#web/timetable/public/UndoBand.ts';
import { changedText } from '#web/timetable/public/change-preview.ts';
import { ChangeSchedule } from './ChangeSchedule.tsx';
import { ClassTitle } from './ClassTitle.tsx';
import { OutcomePanel } from './OutcomePanel.tsx';
import { bySchedule } from './resources.tsx';
import { ScheduleFacts } from './ScheduleFacts.tsx';
import { SelectedStudents } from './SelectedStudents.tsx';
import { StudentsToolbar } from './StudentsToolbar.tsx';
import { StudentsTable } from './StudentsTable.tsx';
import { useClassMembership } from './useClassMembership.ts';
import { shownOf, useScheduleStudents } from './useScheduleStudents.ts';

const filterNames = ['enrolled'];

/** A class and its students, followed by all others (R-ENROL-3). */
export function ScheduleStudentsPage() {
  const { id = '' } = useSearch({ from: '/enroll-by-schedule/view' });
  const [state, change] = useListState(filterNames);
  const [selected, setSelected] = useState<Set<number>>(new Set());
  const [changing, setChanging] = useState<ScheduleStudent | null>(null);
  const schedule = useQuery({
    queryKey: resourceKey(bySchedule, 'one', id),
    queryFn: ({ signal }) => request(classScheduleEndpoints.get, { params: { id }, signal }),
  });
  const shown = shownOf(state.filters.enrolled);
  const students = useScheduleStudents(id, { state, shown, enabled: schedule.isSuccess });
  const { enrol, remove, outcome } = useClassMembership(Number(id), () => setSelected(new Set()));

  if (schedule.isPending) return <PleaseWait />;
  if (schedule.isError)
    return (
      <LoadError
        title={messages.scheduleFailed}
        error={schedule.error}
        retry={() => void schedule.refetch()}
      />
    );
  const from = schedule.data;
  const rows = students.data?.results ?? [];
  const chosen = [...selected];
  return (
    <>
      <ClassTitle of={from} />
      <UndoBand
        place={{ id: from.id }}
        otherwise={
          from.last_change && {
            operation: from.last_change.operation,
            done: changedText(from.last_change.effective_from),
          }
        }
      />
      <ScheduleFacts of={from} />
      <StudentsToolbar search={state.search} shown={shown} change={change}>
        {chosen.length > 0 && (
          <SelectedStudents
            count={chosen.length}
            enrol={() => void enrol(chosen)}
            remove={() => void remove(chosen, `${chosen.length} students`)}
          />
        )}
      </StudentsToolbar>
      {outcome && outcome.fail.length > 0 && <OutcomePanel outcome={outcome} />}
      {students.isError && !students.data && (
        <LoadError
          title={messages.scheduleDataFailed}
          error={students.error}
          retry={() => void students.refetch()}
        />
      )}
      {students.data && rows.length === 0 && (
        <EmptyState title={noneFound('Students')}>
          {shown !== 'all' && (
            <Button variant="default" onClick={() => change({ enrolled: 'all' })}>
              {state.search ? 'Search all students' : 'Show all students'}
            </Button>
          )}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <StudentsTable
          rows={rows}
          first={(state.page - 1) * limits.pageSize + 1}
          selected={selected}
          select={setSelected}
          enrol={(row) => void enrol([row.id])}
          remove={(row) => void remove([row.id], fullName(row))}
          change={setChanging}
        />
      )}
      {students.data && (
        <Paging
          page={state.page}
          total={students.data.total}
          shown={rows.length}
          go={(page) => change({ page })}
        />
      )}
      {changing && (
        <ChangeSchedule student={changing} from={from} close={() => setChanging(null)} />
      )}
    </>
  );
}
