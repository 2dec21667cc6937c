import { Button, Center, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { messages } from '#contract/texts.ts';
import { Logo } from './Logo.tsx';

/** A message with a link home, instead of a page. */
export function FullPageMessage({ title }: { title: string }) {
  return (
    <Center mih="70dvh" p="md">
      <Stack align="center" gap="lg" ta="center">
        <Logo size={56} />
        <Title order={1} size="h3">
          {title}
        </Title>
        <Button renderRoot={(props) => <Link to="/" {...props} />}>{messages.backToHome}</Button>
      </Stack>
    </Center>
  );
}
