import { Anchor, Menu } from '@mantine/core';
import { IconCalendarSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** Links from a class to possible times. */
export function FindTimeItem({ id }: { id: number }) {
  return (
    <Menu.Item
      leftSection={<IconCalendarSearch size={16} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link {...props} to="/timetable/find-time" search={{ id: String(id) }} />
      )}
    >
      Find a time
    </Menu.Item>
  );
}

type Value = string | number | null | undefined;
interface Judged {
  id?: Value;
  semester_id?: Value;
  teacher_id?: Value;
  co_teachers?: Value;
  weeks?: Value;
  effective_from?: Value;
}

/** Links from a form to possible times for its class. */
export function FindTimeLink({ judged }: { judged: Judged }) {
  const { id, semester_id, teacher_id, co_teachers, weeks, effective_from } = judged;
  const search = {
    ...(id ? { id: String(id) } : { semester: String(semester_id) }),
    ...(teacher_id && { teacher: String(teacher_id) }),
    ...(teacher_id && co_teachers && { further: String(co_teachers) }),
    ...(weeks && { weeks: String(weeks) }),
    ...(effective_from && { from: String(effective_from) }),
  };
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link {...props} to="/timetable/find-time" search={search} />}
    >
      Find a time
    </Anchor>
  );
}
