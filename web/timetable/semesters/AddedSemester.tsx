import { Alert, Button, Group } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Semester } from '#contract/timetable/semester.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import type { AddedNoticeProps } from '#web/ui/form/resource-form.ts';
import { semesterTitle } from '#web/school/semesters.ts';

/** Next steps for a new semester: mostly the classes of an earlier one are copied into it. */
export function AddedSemester({ added: semester, addAnother }: AddedNoticeProps<Semester>) {
  const can = useCan();
  return (
    <Alert color="green" variant="outline" mb="sm" title={`${semesterTitle(semester)} was added`}>
      <Group gap="xs">
        {can('Timetables', 'add') && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCopy size={15} aria-hidden="true" />}
            renderRoot={(props) => (
              <Link {...props} to="/timetable/copy" search={{ into: String(semester.id) }} />
            )}
          >
            Copy classes into it
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden="true" />}
          onClick={addAnother}
        >
          Add another
        </Button>
      </Group>
    </Alert>
  );
}
