import { Alert, Button, Center, Group, Stack, Title } from '@mantine/core';
import type { ApiError } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { Logo } from '#web/ui/Logo.tsx';

/**
 * Shown when the provider accepted the sign-in, but the institute does not know the account or
 * cannot be reached.
 */
export function RefusedPage({ email, error }: { email: string; error: ApiError }) {
  const { logout, retry } = useSession();
  const unknown = error.status === 403;
  return (
    <Center mih="80dvh" p="md" component="main">
      <Stack maw={480} gap="md">
        <Logo size={44} />
        <Title order={1} size="h3">
          {unknown
            ? `${email} has no access here`
            : 'You are signed in, but Attendance did not answer'}
        </Title>
        <Alert color={unknown ? 'yellow' : 'red'} variant="outline" role="alert">
          {error.message}
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
