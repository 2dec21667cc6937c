import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';

/** Back to where one came from; on a page opened by its address, home. */
export function BackButton() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => {
    if (canGoBack || window.history.length > 1) router.history.back();
    else void router.navigate({ to: '/' });
  };
  return (
    <Button
      className="at-screen"
      variant="subtle"
      size="compact-sm"
      leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
      onClick={back}
    >
      Back
    </Button>
  );
}
