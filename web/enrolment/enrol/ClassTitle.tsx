import { Button, Group } from '@mantine/core';
import { IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { classSubject } from '#contract/class-name.ts';
import { messages } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { ExtraClassButton } from '#web/timetable/public/ExtraClass.ts';
import { PageHead } from '#web/ui/PageHead.tsx';

/** The subject of a class, with an extra class and a new student. */
export function ClassTitle({ of }: { of: ClassSchedule }) {
  const can = useCan();
  return (
    <PageHead title={classSubject(of)}>
      <Group gap="xs">
        <BackButton />
        {can('Timetables', 'add') && <ExtraClassButton of={of} place={{ id: of.id }} />}
        {can('Students', 'add') && (
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} aria-hidden="true" />}
            renderRoot={(props) => <Link {...props} to="/students/add" />}
          >
            {messages.addNewStudent}
          </Button>
        )}
        {can('Enroll Student', 'add') && (
          <Button
            leftSection={<IconUsersPlus size={16} aria-hidden="true" />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/enroll-by-schedule/view"
                search={{ id: String(of.id), enrolled: 'false' }}
              />
            )}
          >
            Enroll students
          </Button>
        )}
      </Group>
    </PageHead>
  );
}
