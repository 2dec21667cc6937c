import { Button, Group, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import type { RollRow } from '#contract/marks.ts';
import type { RollStatus, Status } from '#contract/status.ts';
import { messages } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { Check } from '#web/ui/Check.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useFirstRows } from '#web/ui/useFirstRows.ts';
import classes from './Attendance.module.css';
import { RollKeys } from './RollKeys.tsx';
import { RollTableRow } from './RollTableRow.tsx';
import { restOf } from './pending-status.ts';
import { matches } from './suggestions.ts';
import { useRowKeys } from './useRowKeys.ts';

interface RollTableProps {
  roll: RollRow[];
  /** `YYYY-MM-DD`. */
  date: string;
  /** Statuses after the pending marks are sent. */
  pendingStatus?: ReadonlyMap<number, RollStatus>;
  /** Undefined for a read-only roll. */
  marking?: {
    toggle: (row: RollRow, status: Status) => void;
    withdraw: (row: RollRow) => void;
    markPresent: (students: number[]) => void;
    /** Marks the rest absent and closes the roll. */
    closeRoll: (rest: number[]) => void;
    /** Asks for the details of a mark. */
    openDetails: (row: RollRow, status: Status) => void;
    /** Undefined for users who may not write notes. */
    note?: (row: RollRow) => void;
  };
}

/** The whole class on one page; each mark is saved immediately (R-ROLL-6). */
export function RollTable({ roll, date, pendingStatus, marking }: RollTableProps) {
  const { config } = useSession();
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(
    () => (search ? roll.filter((row) => matches(row, search)) : roll),
    [roll, search],
  );
  const drawn = useFirstRows(shown, 'students');
  const chosen = shown.filter((row) => selected.has(row.student));
  const rest = useMemo(() => restOf(roll, pendingStatus), [roll, pendingStatus]);
  const onKey = useRowKeys(config.reader_gap_ms, (student, { status, detailed }) => {
    const row = roll.find((it) => it.student_id === student);
    if (row && detailed) marking?.openDetails(row, status);
    else if (row && row.status !== status) marking?.toggle(row, status);
  });

  const select = useCallback(
    (student: number, on: boolean) =>
      setSelected((before) => {
        const after = new Set(before);
        if (on) after.add(student);
        else after.delete(student);
        return after;
      }),
    [],
  );

  function markSelected() {
    if (chosen.length === 0) return toast('error', messages.selectStudent);
    marking?.markPresent(chosen.map((row) => row.student));
    setSelected(new Set());
  }

  return (
    <section className="at-card" aria-labelledby="roll-title">
      <Group justify="space-between" className={classes.rollHead}>
        <Title order={2} size="h5" id="roll-title">
          {marking ? 'Manual attendance' : 'Attendance'}
        </Title>
        <Group gap="xs" className={`at-screen ${classes.rollTools}`}>
          <TextInput
            aria-label="Search the roll"
            placeholder="Search the roll"
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {marking && (
            <>
              <Button variant={chosen.length > 0 ? 'filled' : 'default'} onClick={markSelected}>
                Mark present{chosen.length > 0 && ` (${chosen.length})`}
              </Button>
              <Button variant="default" onClick={() => marking.closeRoll(rest)}>
                Close roll{rest.length > 0 && ` (${rest.length} absent)`}
              </Button>
              <RollKeys />
            </>
          )}
        </Group>
      </Group>
      {shown.length === 0 ? (
        <EmptyState title={messages.noDataFound} />
      ) : (
        <table
          className={classes.roll}
          data-read-only={!marking || undefined}
          aria-busy={drawn.length < shown.length || undefined}
          onKeyDown={marking && onKey}
        >
          <thead>
            <tr>
              {marking && (
                <th className={classes.selectColumn}>
                  <Check
                    label="Select all students shown"
                    checked={chosen.length === shown.length}
                    some={chosen.length > 0 && chosen.length < shown.length}
                    onChange={(on) =>
                      setSelected(on ? new Set(shown.map((row) => row.student)) : new Set())
                    }
                  />
                </th>
              )}
              <th>Student</th>
              <th className={classes.idColumn}>Student ID</th>
              <th className={classes.smallColumn}>Phone</th>
              <th className={classes.smallColumn}>Marked</th>
              <th className={classes.statusColumn}>Status</th>
            </tr>
          </thead>
          <tbody>
            {drawn.map((row) => (
              <RollTableRow
                key={row.student}
                row={row}
                pendingStatus={pendingStatus?.get(row.student)}
                date={date}
                timeZone={config.time_zone}
                selected={selected.has(row.student)}
                select={marking && select}
                toggle={marking?.toggle}
                withdraw={marking?.withdraw}
                note={marking?.note}
                openDetails={marking?.openDetails}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
