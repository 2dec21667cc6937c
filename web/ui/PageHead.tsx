import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageHeadProps {
  title: ReactNode;
  /** Content beside the title, such as the actions of the page. */
  children?: ReactNode;
  className?: string;
}

/** The title of a page at its place, which is the same with actions and without. */
export function PageHead({ title, children, className }: PageHeadProps) {
  return (
    <Group justify="space-between" my="xs" mih={36} className={className}>
      <Title order={1} size="h3">
        {title}
      </Title>
      {children}
    </Group>
  );
}
