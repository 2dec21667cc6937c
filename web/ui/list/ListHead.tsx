import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHead } from '../PageHead.tsx';

/** The title of a list, with its actions. */
export function ListHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PageHead title={title}>
      <Group gap="xs">{children}</Group>
    </PageHead>
  );
}
