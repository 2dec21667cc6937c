import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';

/** Shown in the place of a page that failed; other pages stay reachable. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const retry = () => {
    // A cached response may have caused the error; the failed page uses none any more.
    queries.removeQueries({
      type: 'inactive',
      predicate: ({ queryKey }) => queryKey[0] !== 'code',
    });
    reset();
    void router.invalidate();
  };
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden="true" />}
      m="md"
      role="alert"
    >
      <Stack gap="xs">
        <Title order={1} size="h4">
          This page could not be shown
        </Title>
        <Text size="sm">
          Nothing was changed by this. Try again; if it fails again, reload the application.
        </Text>
        <Text size="sm" c="dimmed">
          {error instanceof Error ? error.message : String(error)}
        </Text>
        <Group>
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
          <Button size="xs" variant="default" onClick={() => location.reload()}>
            Reload
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
