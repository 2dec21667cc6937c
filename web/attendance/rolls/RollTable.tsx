import { useMemo, useState } from 'react';
import type { RollRow } from '#contract/marks.ts';
import type { RollStatus } from '#contract/status.ts';
import { messages } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { Check } from '#web/ui/Check.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useDrawnAhead } from '#web/ui/useDrawnAhead.ts';
import { useFirstRows } from '#web/ui/useFirstRows.ts';
import classes from './Attendance.module.css';
import { RollFaces } from './RollFaces.tsx';
import { RollSeats } from './LazyRollSeats.tsx';
import type { ClassOnDate } from '#web/school/roll.ts';
import { RollTableHead } from './RollTableHead.tsx';
import { RollTableRow } from './RollTableRow.tsx';
import type { RollView } from './roll-views.ts';
import type { RollMarking } from './roll-marking.ts';
import { restOf } from './pending-status.ts';
import { shortNames } from './short-names.ts';
import { matches } from './suggestions.ts';
import { useRollSelection } from './useRollSelection.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useSteadyRows } from '#web/ui/useSteadyRows.ts';

interface RollTableProps {
  roll: RollRow[];
  of: ClassOnDate;
  /** Statuses after the pending marks are sent. */
  pendingStatus?: ReadonlyMap<number, RollStatus>;
  /** The same, also of marks that are under way and not shown as pending. */
  comingStatus?: ReadonlyMap<number, RollStatus>;
  /** Undefined for a read-only roll. */
  marking?: RollMarking;
  /** The chosen view, and what chooses another one; the list without. */
  views?: { view: RollView; show: (view: RollView) => void };
}

/** The whole class on one page; each mark is saved immediately (R-ROLL-6). */
export function RollTable({
  roll,
  of,
  pendingStatus,
  comingStatus,
  marking,
  views,
}: RollTableProps) {
  const { config } = useSession();
  const [search, setSearch] = useState('');
  const shown = useMemo(
    () => (search ? roll.filter((row) => matches(row, search)) : roll),
    [roll, search],
  );
  const view = views?.view ?? 'list';
  const drawn = useFirstRows(shown, view === 'list' ? 'students' : 'faces');
  const list = useDrawnAhead<HTMLTableSectionElement>(drawn);
  const { selected, select, selectAll } = useRollSelection();
  const chosen = shown.filter((row) => selected.has(row.student));
  const rest = useMemo(() => restOf(roll, pendingStatus), [roll, pendingStatus]);
  const onKey = useRowKeys(config.reader_gap_ms, (student, { status, detailed }) => {
    const row = roll.find((it) => it.student_id === student);
    if (row && detailed) marking?.openDetails(row, status);
    else if (row && (comingStatus?.get(row.student) ?? row.status) !== status)
      marking?.toggle(row, status);
  });

  const steady = useSteadyRows<HTMLElement>('tr, [data-steady]');

  const faces = {
    rows: drawn,
    timeZone: config.time_zone,
    isBusy: drawn.length < shown.length,
    pendingStatus,
    comingStatus,
    marking,
    names: useMemo(() => shortNames(roll), [roll]),
    onKey,
  };

  function markSelected() {
    if (chosen.length === 0) return toast('error', messages.selectStudent);
    marking?.markPresent(chosen.map((row) => row.student));
    selectAll([]);
  }

  return (
    <section className="at-card" aria-labelledby="roll-title" {...(marking && steady)}>
      <RollTableHead
        search={search}
        setSearch={setSearch}
        marking={marking}
        chosen={chosen.length}
        markSelected={markSelected}
        rest={rest}
        views={views}
      />
      {shown.length === 0 ? (
        <EmptyState title={messages.noDataFound} />
      ) : view === 'seats' ? (
        <RollSeats of={of} roll={roll} show={views?.show} {...faces} />
      ) : view === 'faces' ? (
        <RollFaces {...faces} />
      ) : (
        <table
          className={classes.roll}
          data-read-only={!marking || undefined}
          data-is-taken={marking && true}
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
                    onChange={(on) => selectAll(on ? shown : [])}
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
          <tbody ref={list}>
            {drawn.map((row) => (
              <RollTableRow
                key={row.student}
                row={row}
                pendingStatus={pendingStatus?.get(row.student)}
                comingStatus={comingStatus?.get(row.student)}
                date={of.date}
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
