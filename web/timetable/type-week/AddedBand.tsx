import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ManyClasses } from '#contract/timetable/many-classes.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import band from '#web/ui/Band.module.css';
import { counted } from '../semesters/copy/texts.ts';
import type { WeekOf } from './WeekTerms.tsx';

interface AddedBandProps {
  of: ManyClasses;
  semester: number | null;
  week: WeekOf;
}

/** What was added, with the ways to look at it and to undo it. */
export function AddedBand({ of, semester, week: { kind, id } }: AddedBandProps) {
  const can = useCan();
  const search = {
    semester: semester === null ? undefined : String(semester),
    ...(kind && id !== null && { [kind]: String(id), show: 'week' }),
  };
  return (
    <div className={band.band} role="status">
      <b>{counted(of.ids.length, 'class', 'classes')} added</b>
      <Group gap="xs">
        <Button
          size="compact-sm"
          renderRoot={(props) => <Link {...props} to="/timetable" search={search} />}
        >
          {search.show ? 'Show the usual week' : 'Show the timetable'}
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
