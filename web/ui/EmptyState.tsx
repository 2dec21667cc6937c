import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Nothing to show, said plainly, with what one can do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" className="at-card">
      <Text fw={600}>{title}</Text>
      {children}
    </Stack>
  );
}
