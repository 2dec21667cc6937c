import { Button, Group, Text } from '@mantine/core';
import { useCan } from '#web/platform/SessionProvider.tsx';

interface SelectedStudentsProps {
  count: number;
  enrol: () => void;
  remove: () => void;
}

/** How many students are selected, and what can be done with them. */
export function SelectedStudents({ count, enrol, remove }: SelectedStudentsProps) {
  const can = useCan();
  return (
    <Group gap="xs" role="group" aria-label="Selected students">
      <Text size="sm" fw={600} role="status">
        {count} selected
      </Text>
      {can('Enroll Student', 'add') && (
        <Button size="compact-sm" variant="default" onClick={enrol}>
          Enroll selected
        </Button>
      )}
      {can('Enroll Student', 'delete') && (
        <Button size="compact-sm" variant="default" onClick={remove}>
          Remove selected
        </Button>
      )}
    </Group>
  );
}
