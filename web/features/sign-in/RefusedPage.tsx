import { Alert, Button, Center, Group, Stack, Title } from '@mantine/core';
import type { Refusal } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { Logo } from '../../ui/Logo.tsx';

/** The provider let them in, this institute does not know them (or cannot be reached): say so, with a way out. */
export function RefusedPage({ email, refusal }: { email: string; refusal: Refusal }) {
  const { logout, retry } = useSession();
  const unknown = refusal.status === 403;
  return (
    <Center mih="80dvh" p="md" component="main">
      <Stack maw={480} gap="md">
        <Logo size={44} />
        <Title order={1} size="h3">
          {unknown ? `${email} has no access here` : 'You are signed in, but Attendance did not answer'}
        </Title>
        <Alert color={unknown ? 'yellow' : 'red'} variant="outline" role="alert">
          {refusal.message}
        </Alert>
        <Group>
          <Button onClick={retry}>Try again</Button>
          <Button variant="default" onClick={() => void logout()}>
            Logout
          </Button>
        </Group>
      </Stack>
    </Center>
  );
}
