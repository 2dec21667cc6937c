import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The title of a list, with its actions. */
export function ListHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Group justify="space-between" my="xs">
      <Title order={1} size="h3">
        {title}
      </Title>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
