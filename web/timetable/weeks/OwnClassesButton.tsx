import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useUser } from '#web/platform/SessionProvider.tsx';
import type { WeekSearch } from './search.ts';

interface OwnClassesButtonProps {
  /** Whose week is shown. */
  teacher: number | undefined;
  go: (next: WeekSearch) => void;
}

/** Switches between the own classes of a user who teaches and those of all. */
export function OwnClassesButton({ teacher, go }: OwnClassesButtonProps) {
  const { teacher_id } = useUser();
  if (teacher_id === null) return null;
  const isOwn = teacher === teacher_id;
  return (
    <Button
      variant={isOwn ? 'light' : 'default'}
      aria-pressed={isOwn}
      leftSection={<IconUser size={16} aria-hidden="true" />}
      onClick={() => go({ teacher: isOwn ? 'all' : String(teacher_id) })}
    >
      My classes
    </Button>
  );
}
