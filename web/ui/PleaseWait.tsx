import { Center, Loader, Stack, Text } from '@mantine/core';

export function PleaseWait() {
  return (
    <Center mih="60dvh" role="status">
      <Stack align="center" gap="sm">
        <Loader aria-hidden="true" />
        <Text c="dimmed">Please Wait</Text>
      </Stack>
    </Center>
  );
}
