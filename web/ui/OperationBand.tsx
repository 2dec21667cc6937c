import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan } from '#web/platform/SessionProvider.tsx';
import band from './Band.module.css';

interface OperationBandProps {
  /** "12 classes added". */
  text: string;
  /** The page that shows what was written, with the text of its link. */
  show: { text: string; to: string; search: Record<string, string | undefined> };
  /** The recorded operation, which *Change history* undoes; null where nothing was written. */
  operation: number | null;
}

/** The result of an operation, with the ways to look at it and to undo it. */
export function OperationBand({ text, show, operation }: OperationBandProps) {
  const can = useCan();
  return (
    <div className={band.band} role="status">
      <b>{text}</b>
      <Group gap="xs">
        <Button
          size="compact-sm"
          renderRoot={(props) => <Link {...props} to={show.to} search={show.search} />}
        >
          {show.text}
        </Button>
        {operation !== null && can('Settings', 'edit') && (
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/change-history/view" search={{ id: String(operation) }} />
            )}
          >
            Undo…
          </Button>
        )}
      </Group>
    </div>
  );
}
