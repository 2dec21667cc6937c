import { Alert, Button, Group } from '@mantine/core';
import { IconCamera, IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Student } from '#contract/student.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import type { AddedNoticeProps } from '#web/ui/form/resource-form.ts';
import { fullName } from '#contract/person-name.ts';

/** Next steps for a new student. */
export function AddedNotice({ added: student, addAnother }: AddedNoticeProps<Student>) {
  const can = useCan();
  const id = String(student.id);
  return (
    <Alert
      color="green"
      variant="outline"
      mb="sm"
      title={`${student.student_id} ${fullName(student)} was added`}
    >
      <Group gap="xs">
        {can('Enroll Student', 'add') && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconUsersPlus size={15} aria-hidden="true" />}
            renderRoot={(props) => (
              <Link {...props} to="/enroll-by-cohort/add" search={{ student: id }} />
            )}
          >
            Enrol
          </Button>
        )}
        {can('Students', 'edit') && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCamera size={15} aria-hidden="true" />}
            renderRoot={(props) => <Link {...props} to="/students/add" search={{ edit: id }} />}
          >
            Photograph
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconUserPlus size={15} aria-hidden="true" />}
          onClick={addAnother}
        >
          Add another
        </Button>
      </Group>
    </Alert>
  );
}
