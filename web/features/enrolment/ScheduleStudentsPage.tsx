import { Anchor, Button, Group, SegmentedControl, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScheduleStudent } from '../../../contract/enrolment.ts';
import type { List } from '../../../contract/fields.ts';
import { limits } from '../../../contract/limits.ts';
import { messages, noneFound } from '../../../contract/messages.ts';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { api } from '../../app/api.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { BackButton } from '../../ui/BackButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Paging } from '../../ui/list/Paging.tsx';
import { useListState } from '../../ui/list/useListState.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { fullName } from '../../ui/names.ts';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { sectionKey } from '../../ui/section.ts';
import { subjectTitle } from '../subjects/section.ts';
import { ChangeSchedule } from './ChangeSchedule.tsx';
import classes from './Enrolment.module.css';
import { OutcomePanel } from './OutcomePanel.tsx';
import { bySchedule, Seats } from './sections.tsx';
import { StudentsTable } from './StudentsTable.tsx';
import { useMembership } from './useMembership.ts';

const filterNames = ['enrolled'];

/** A class and its students, with everybody else to choose from (spec §2, schedule student list). */
export function ScheduleStudentsPage() {
  const { id = '' }: { id?: string } = useSearch({ strict: false });
  const may = useMay();
  const [state, change] = useListState(filterNames);
  const [selected, setSelected] = useState<Set<number>>(new Set());
  const [changing, setChanging] = useState<ScheduleStudent | null>(null);
  const schedule = useQuery({
    queryKey: sectionKey(bySchedule, 'one', id),
    queryFn: ({ signal }) => api.get<ClassSchedule>(`attendance/classschedule/${encodeURIComponent(id)}/`, { signal }),
  });
  const query = { schedule_id: id, search: state.search || undefined, page: state.page, enrolled: state.filters.enrolled };
  const students = useQuery({
    queryKey: sectionKey(bySchedule, 'students', query),
    queryFn: ({ signal }) => api.get<List<ScheduleStudent>>('attendance/schedule-students/', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: schedule.isSuccess,
  });
  const { enroll, remove, outcome } = useMembership(Number(id), () => setSelected(new Set()));
  const search = useDebouncedCallback((text: string) => change({ search: text || undefined }, { replace: true }), 250);

  if (schedule.isPending) return <PleaseWait />;
  if (schedule.isError) return <LoadError title={messages.scheduleFailed} error={schedule.error} retry={() => void schedule.refetch()} />;
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
          {may('Students', 'add') && (
            <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} renderRoot={(props) => <Link {...props} to="/students/add" />}>
              {messages.addNewStudent}
            </Button>
          )}
        </Group>
      </Group>
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
        <Anchor renderRoot={(props) => <Link {...props} to="/attendance/view" search={{ id: it.id }} />}>Today’s roll</Anchor>
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
          value={state.filters.enrolled ?? ''}
          onChange={(enrolled) => change({ enrolled: enrolled || undefined })}
          data={[
            { value: '', label: 'All' },
            { value: 'true', label: 'Enrolled' },
            { value: 'false', label: 'Others' },
          ]}
        />
        {chosen.length > 0 && (
          <Group gap="xs" role="group" aria-label="Selected students">
            <Text size="sm" fw={600} role="status">
              {chosen.length} selected
            </Text>
            {may('Enroll Student', 'add') && (
              <Button size="compact-sm" variant="default" onClick={() => void enroll(chosen)}>
                Enroll selected
              </Button>
            )}
            {may('Enroll Student', 'delete') && (
              <Button size="compact-sm" variant="default" onClick={() => void remove(chosen, `${chosen.length} students`)}>
                Remove selected
              </Button>
            )}
          </Group>
        )}
      </search>
      {outcome && outcome.fail.length > 0 && <OutcomePanel outcome={outcome} />}
      {students.isError && !students.data && (
        <LoadError title={messages.scheduleDataFailed} error={students.error} retry={() => void students.refetch()} />
      )}
      {students.data && rows.length === 0 && <EmptyState title={noneFound('Students')} />}
      {rows.length > 0 && (
        <StudentsTable
          rows={rows}
          first={(state.page - 1) * limits.pageSize + 1}
          selected={selected}
          select={setSelected}
          enroll={(row) => void enroll([row.id])}
          remove={(row) => void remove([row.id], fullName(row))}
          change={setChanging}
        />
      )}
      {students.data && <Paging page={state.page} total={students.data.total} shown={rows.length} go={(page) => change({ page })} />}
      {changing && <ChangeSchedule student={changing} from={it} close={() => setChanging(null)} />}
    </>
  );
}
