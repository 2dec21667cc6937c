import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SemesterCopy } from '#contract/timetable/semester-copy.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import band from '#web/ui/Band.module.css';
import { counted } from './texts.ts';

/** What was copied, with the ways to look at it and to undo it. */
export function CopiedBand({ of, semester }: { of: SemesterCopy; semester: number }) {
  const can = useCan();
  return (
    <div className={band.band} role="status">
      <b>{counted(of.classes, 'class', 'classes')} copied</b>
      <Group gap="xs">
        <Button
          size="compact-sm"
          renderRoot={(props) => (
            <Link {...props} to="/timetable" search={{ semester: String(semester) }} />
          )}
        >
          Show the classes
        </Button>
        {of.operation !== null && can('Settings', 'edit') && (
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/change-history/view" search={{ id: String(of.operation) }} />
            )}
          >
            Undo…
          </Button>
        )}
      </Group>
    </div>
  );
}
