import { Menu } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Teacher } from '#contract/teacher.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { fullName } from '#web/ui/labels.ts';
import { ReassignItem } from '../meetings/ReassignItem.tsx';
import { WeekItem } from '../weeks/WeekItem.tsx';
import { teacherColumns, teacherResource } from './resource.ts';

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
      nameOf={fullName}
      rowOptions={can('Timetables', 'read') ? options : undefined}
    />
  );
}
