import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** An empty state with a hint of what to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" className="at-card">
      <Text fw={600}>{title}</Text>
      {children}
    </Stack>
  );
}
