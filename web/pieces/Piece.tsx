import { Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** A kind of piece with its states. */
export function Piece({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}
