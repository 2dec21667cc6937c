import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { WrongDate } from '#web/platform/address-dates.ts';

/** Shown instead of a page whose link has a date that does not exist (R-ROLL-23). */
export function WrongDatePage({ wrong }: { wrong: WrongDate[] }) {
  const navigate = useNavigate();
  const without = Object.fromEntries(wrong.map(({ name }) => [name, undefined]));
  const open = () =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...without }) });
  return (
    <Center mih="50dvh" p="md">
      <Stack align="center" gap="lg" ta="center" role="alert">
        <Title order={1} size="h3">
          The date of this link is invalid
        </Title>
        <Text>
          {wrong.map(({ name, text }) => `${name}=${text}`).join(', ')} is not a valid date. Another
          day is not shown in its place.
        </Text>
        <Button onClick={open}>
          {wrong.some(({ name }) => name === 'date') ? 'Show today' : 'Open without the date'}
        </Button>
      </Stack>
    </Center>
  );
}
