import { Menu } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { teacherEndpoints } from '#contract/people/teachers.endpoints.ts';
import type { Teacher } from '#contract/people/teacher.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { cardChoices } from '#web/ui/form/options.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { fullName } from '#contract/person-name.ts';
import { ReassignItem } from '#web/timetable/public/ReassignItem.ts';
import { subjectPicker } from '#web/school/subjects.ts';
import { WeekItem } from '#web/timetable/public/WeekItem.ts';
import { teacherColumns, teacherResource } from '#web/school/teachers.ts';

const filters: FilterOf<typeof teacherEndpoints.list>[] = [
  { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
  { kind: 'select', name: 'has_card', title: 'Card', choices: cardChoices },
];
const changeOptions = (id: number) => (
  <>
    <Menu.Item
      leftSection={<IconUserOff size={16} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link {...props} to="/teacher-away" search={{ teacher: String(id) }} />
      )}
    >
      Away
    </Menu.Item>
    <ReassignItem kind="teacher" id={id} />
  </>
);

export function TeachersPage() {
  const can = useCan();
  const options = ({ id }: Teacher, archived: boolean) => (
    <>
      <WeekItem of={{ teacher: String(id) }} />
      {!archived && can('Timetables', 'edit') && changeOptions(id)}
    </>
  );
  return (
    <ResourceList
      resource={teacherResource}
      columns={teacherColumns}
      defaultSort="first_name"
      filters={filters}
      nameOf={fullName}
      rowOptions={can('Timetables', 'read') ? options : undefined}
    />
  );
}
