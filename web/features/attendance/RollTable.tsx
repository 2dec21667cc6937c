import { Button, Checkbox, Group, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useCallback, useMemo, useState } from 'react';
import type { RollRow, RollStatus, Status } from '../../../contract/attendance.ts';
import { messages, timeOfDay } from '../../../contract/messages.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StudentPhoto } from '../../ui/StudentPhoto.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './Attendance.module.css';
import { matches } from './suggestions.ts';

interface RollTableProps {
  roll: RollRow[];
  /** What students will be once the marks that wait for the network are sent. */
  will?: ReadonlyMap<number, RollStatus>;
  /** Without it the roll is only read. */
  marking?: {
    toggle: (row: RollRow, status: Status) => void;
    withdraw: (row: RollRow) => void;
    markPresent: (students: number[]) => void;
  };
}

/** The whole class on one page; each mark saves at once (spec §2). */
export function RollTable({ roll, will, marking }: RollTableProps) {
  const { config } = useSession();
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => (search ? roll.filter((row) => matches(row, search)) : roll), [roll, search]);
  const chosen = shown.filter((row) => selected.has(row.student));

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
        <Group gap="xs" className={classes.rollTools}>
          <TextInput
            aria-label="Search the roll"
            placeholder="Search the roll"
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {marking && <Button onClick={markSelected}>Mark present{chosen.length > 0 && ` (${chosen.length})`}</Button>}
        </Group>
      </Group>
      {shown.length === 0 ? (
        <EmptyState title={messages.noDataFound} />
      ) : (
        <table className={classes.roll}>
          <thead>
            <tr>
              {marking && (
                <th className={classes.selectColumn}>
                  <Checkbox
                    aria-label="Select all students shown"
                    checked={chosen.length === shown.length}
                    indeterminate={chosen.length > 0 && chosen.length < shown.length}
                    onChange={(event) => setSelected(event.currentTarget.checked ? new Set(shown.map((row) => row.student)) : new Set())}
                  />
                </th>
              )}
              <th>Student</th>
              <th>Student ID</th>
              <th>Phone</th>
              <th>Marked</th>
              <th className={classes.statusColumn}>Status</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row
                key={row.student}
                row={row}
                will={will?.get(row.student)}
                timeZone={config.time_zone}
                selected={selected.has(row.student)}
                select={marking && select}
                toggle={marking?.toggle}
                withdraw={marking?.withdraw}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface RowProps {
  row: RollRow;
  will?: RollStatus;
  timeZone: string;
  selected: boolean;
  select?: (student: number, on: boolean) => void;
  toggle?: (row: RollRow, status: Status) => void;
  withdraw?: (row: RollRow) => void;
}

const ways: Record<string, string> = { card: 'card', typed: 'typed ID', manual: 'by hand', bulk: 'by hand', import: 'imported' };

/**
 * Drawn again only when it changes: a tap in a class of 500 touches one row. Plain elements, since each part of a
 * component library's table is drawn again whenever the table is.
 */
const Row = memo(function Row({ row, will, timeZone, selected, select, toggle, withdraw }: RowProps) {
  const name = `${row.first_name} ${row.last_name}`;
  return (
    <tr data-status={row.status} data-student={row.student_id} data-will={will}>
      {select && (
        <td className={classes.selectCell}>
          <input
            type="checkbox"
            className={classes.check}
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={(event) => select(row.student, event.currentTarget.checked)}
          />
        </td>
      )}
      <td className={classes.nameCell}>
        <div className={classes.person}>
          <StudentPhoto student={{ name, profile_image: row.profile_image }} size={34} />
          <div>
            <b>{name}</b>
            {row.on_leave && <span className={classes.onLeave}>On approved leave</span>}
            {will && <span className={classes.will}>{will === 'N/A' ? 'Taken back' : will}, not sent yet</span>}
          </div>
        </div>
      </td>
      <td className={classes.idCell}>{row.student_id}</td>
      <td className={classes.phoneCell}>{row.phone_number}</td>
      <td className={classes.markedCell}>{row.marked_at && `${timeOfDay(row.marked_at, timeZone)} ${row.how ? ways[row.how] : ''}`}</td>
      <td className={classes.statusCell}>
        {toggle && withdraw ? (
          <Marks row={row} name={name} toggle={toggle} withdraw={withdraw} />
        ) : (
          <span className={classes.status}>{row.status}</span>
        )}
      </td>
    </tr>
  );
});

function Marks({
  row,
  name,
  toggle,
  withdraw,
}: {
  row: RollRow;
  name: string;
  toggle: NonNullable<RowProps['toggle']>;
  withdraw: NonNullable<RowProps['withdraw']>;
}) {
  return (
    <div className={classes.marks} role="group" aria-label={`Status of ${name}: ${row.status}`}>
      {(['Present', 'Absent'] as const).map((status) => (
        <button
          key={status}
          type="button"
          className={classes.mark}
          data-mark={status}
          aria-pressed={row.status === status}
          onClick={() => (row.status === status ? withdraw(row) : toggle(row, status))}
        >
          {status}
        </button>
      ))}
    </div>
  );
}
