import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';

/**
 * Opens the code in a window of its own, for a projector. By script: a link without an opener has
 * no sign-in.
 */
export function QrButton({ of: { id, date } }: { of: { id: number; date: string } }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconQrcode size={16} aria-hidden="true" />}
      onClick={() =>
        window.open(
          `/attendance/qr?id=${id}&date=${date}`,
          `qr-${id}`,
          'popup,width=900,height=900',
        )
      }
    >
      QR code
    </Button>
  );
}
