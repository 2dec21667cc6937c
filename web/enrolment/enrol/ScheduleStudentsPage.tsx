import { Anchor, Button, Group, SegmentedControl, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { listScheduleStudents } from '#contract/enrolment/enrolment.endpoints.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import type { ScheduleStudent } from '#contract/enrolment/enrolment.ts';
import { limits } from '#contract/limits.ts';
import { messages, noneFound } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Paging } from '#web/ui/list/Paging.tsx';
import { useListState } from '#web/ui/list/useListState.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { fullName } from '#web/ui/labels.ts';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { subjectTitle } from '#web/school/subjects.ts';
import { UndoBand } from '#web/timetable/public/UndoBand.ts';
import { changedText } from '#web/timetable/public/change-preview.ts';
import { ExtraClassButton } from '#web/timetable/public/ExtraClass.ts';
import { ChangeSchedule } from './ChangeSchedule.tsx';
import classes from './Enrolment.module.css';
import { OutcomePanel } from './OutcomePanel.tsx';
import { bySchedule, Seats } from './resources.tsx';
import { StudentsTable } from './StudentsTable.tsx';
import { useClassMembership } from './useClassMembership.ts';

const filterNames = ['enrolled'];

/** The filter in the address; by default the class's own students. */
const shownStudents = [
  { value: 'true', label: 'Enrolled' },
  { value: 'false', label: 'Others' },
  { value: 'all', label: 'All' },
];

/** A class and its students, followed by all others (R-ENROL-3). */
export function ScheduleStudentsPage() {
  const { id = '' } = useSearch({ from: '/enroll-by-schedule/view' });
  const can = useCan();
  const [state, change] = useListState(filterNames);
  const [selected, setSelected] = useState<Set<number>>(new Set());
  const [changing, setChanging] = useState<ScheduleStudent | null>(null);
  const schedule = useQuery({
    queryKey: resourceKey(bySchedule, 'one', id),
    queryFn: ({ signal }) => request(classScheduleEndpoints.get, { params: { id }, signal }),
  });
  const shown =
    shownStudents.find(({ value }) => value === state.filters.enrolled)?.value ?? 'true';
  const query = {
    schedule_id: id,
    search: state.search || undefined,
    page: state.page,
    enrolled: shown === 'all' ? undefined : shown,
  };
  const students = useQuery({
    queryKey: resourceKey(bySchedule, 'students', query),
    queryFn: ({ signal }) => request(listScheduleStudents, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: schedule.isSuccess,
  });
  const { enrol, remove, outcome } = useClassMembership(Number(id), () => setSelected(new Set()));
  const search = useDebouncedCallback(
    (text: string) => change({ search: text || undefined }, { replace: true }),
    250,
  );

  if (schedule.isPending) return <PleaseWait />;
  if (schedule.isError)
    return (
      <LoadError
        title={messages.scheduleFailed}
        error={schedule.error}
        retry={() => void schedule.refetch()}
      />
    );
  const it = schedule.data;
  const rows = students.data?.results ?? [];
  const chosen = [...selected];
  return (
    <>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          {subjectTitle(it.subject)}
        </Title>
        <Group gap="xs">
          <BackButton />
          {can('Timetables', 'add') && <ExtraClassButton of={it} place={{ id: it.id }} />}
          {can('Students', 'add') && (
            <Button
              leftSection={<IconUserPlus size={16} aria-hidden="true" />}
              renderRoot={(props) => <Link {...props} to="/students/add" />}
            >
              {messages.addNewStudent}
            </Button>
          )}
        </Group>
      </Group>
      <UndoBand
        place={{ id: it.id }}
        otherwise={
          it.last_change && {
            operation: it.last_change.operation,
            done: changedText(it.last_change.effective_from),
          }
        }
      />
      <section className={`at-card ${classes.head}`} aria-label="Schedule">
        <Text>
          {it.day_of_week} {it.start_time}–{it.end_time}, {it.class_type}
        </Text>
        <Text>Classroom {it.classroom.room_number}</Text>
        <Text>{fullName(it.teacher)}</Text>
        <Text>
          {it.semester.year}, semester {it.semester.semester}
        </Text>
        <Text>
          Students: <Seats taken={it.number_of_students} capacity={it.classroom.capacity} />
        </Text>
        <Anchor
          renderRoot={(props) => <Link {...props} to="/attendance/view" search={{ id: it.id }} />}
        >
          Today’s roll
        </Anchor>
      </section>
      <search className={classes.toolbar}>
        <TextInput
          type="search"
          aria-label="Search students"
          placeholder="Search"
          defaultValue={state.search}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          onChange={(event) => search(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Which students"
          value={shown}
          onChange={(enrolled) => change({ enrolled })}
          data={shownStudents}
        />
        {chosen.length > 0 && (
          <Group gap="xs" role="group" aria-label="Selected students">
            <Text size="sm" fw={600} role="status">
              {chosen.length} selected
            </Text>
            {can('Enroll Student', 'add') && (
              <Button size="compact-sm" variant="default" onClick={() => void enrol(chosen)}>
                Enroll selected
              </Button>
            )}
            {can('Enroll Student', 'delete') && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void remove(chosen, `${chosen.length} students`)}
              >
                Remove selected
              </Button>
            )}
          </Group>
        )}
      </search>
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
      {changing && <ChangeSchedule student={changing} from={it} close={() => setChanging(null)} />}
    </>
  );
}
