import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { messages } from '#contract/texts.ts';

/** A loading error with its reason and a retry button. */
export function LoadError({
  title = messages.fetchFailed,
  error,
  retry,
}: {
  title?: string;
  error: Error;
  retry: () => void;
}) {
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconCloudOff aria-hidden="true" />}
      title={title}
      m="md"
      role="alert"
    >
      <Group justify="space-between">
        <Text size="sm">{error.message}</Text>
        <Button size="xs" variant="default" onClick={retry}>
          Retry
        </Button>
      </Group>
    </Alert>
  );
}
