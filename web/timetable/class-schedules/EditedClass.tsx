import { Group, Text } from '@mantine/core';
import { classSubject } from '#contract/class-name.ts';
import { namesOfRooms } from '#contract/timetable/further-names.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';

/** The class as it is stored, with its students, its rolls and the week of its room. */
export function EditedClass({ row: of }: { row: ClassSchedule }) {
  const can = useCan();
  const id = String(of.id);
  return (
    <Group gap="0.25rem 1rem" mb="xs">
      <Text size="sm" fw={600}>
        {classSubject(of)}, {of.day_of_week} {of.start_time}–{of.end_time}, {namesOfRooms(of)}
      </Text>
      {can('Enroll Student', 'read') && (
        <AnchorLink size="sm" to="/enroll-by-schedule/view" search={{ id }}>
          Students
        </AnchorLink>
      )}
      {can('Attendance', 'read') && (
        <AnchorLink size="sm" to="/reports/rolls" search={{ class_schedule: id }}>
          Rolls
        </AnchorLink>
      )}
      <AnchorLink size="sm" to="/timetable/week" search={{ classroom: String(of.classroom.id) }}>
        Week of the room
      </AnchorLink>
    </Group>
  );
}
