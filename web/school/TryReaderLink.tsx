import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** To the page that shows what a reader types (R-CARD-8). */
export function TryReaderLink({ size = 'sm' }: { size?: 'sm' | 'compact-sm' }) {
  return (
    <Button
      size={size}
      variant="default"
      renderRoot={(props) => <Link {...props} to="/try-reader" />}
    >
      Try a reader
    </Button>
  );
}
