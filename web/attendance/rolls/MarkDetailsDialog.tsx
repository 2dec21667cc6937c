import { Button, Group, Input, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { excuses, type Excuse as ExcuseReason, type RollRow } from '#contract/marks.ts';
import { type MarkDetail } from '#contract/mark-bodies.ts';
import { hasAttended, type RollStatus, type Status } from '#contract/status.ts';
import { limits } from '#contract/limits.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { fullName } from '#contract/person-name.ts';
import { excuseTitles } from './detail-text.ts';

interface Props {
  row: RollRow;
  /** The status of the details: lateness, or the reason of an absence. */
  status: Status;
  /** Minutes since the start of the class, for students who arrive now; null when it is not in session. */
  lateNow: number | null;
  /** The status that somebody has given the student while the dialog is open; null for none. */
  changedTo: RollStatus | null;
  save: (row: RollRow, status: Status, detail: MarkDetail) => void;
  close: () => void;
}

/**
 * Edits how late a student came, how early they left, or why they are absent (R-ROLL-12, R-ROLL-13). Only what the user
 * changed is sent: somebody else may have entered the rest since the dialog was opened.
 */
export default function MarkDetailsDialog(props: Props) {
  const { row, status, close } = props;
  const title = hasAttended(status) ? 'Late or left early' : 'Excused absence';
  return (
    <Dialog opened onClose={close} title={`${title}: ${fullName(row)}`} centered>
      {hasAttended(status) ? <Minutes {...props} /> : <Excuse {...props} />}
    </Dialog>
  );
}

/** Whole minutes up to a day; null for an empty field. */
function minutesOf(text: string): number | null | undefined {
  if (!text.trim()) return null;
  const minutes = Number(text);
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > 1440) return undefined;
  return minutes || null;
}

function Minutes({ row, status, lateNow, changedTo, save, close }: Props) {
  // A student who is marked by it arrives now; one who is already present arrived before.
  const comesNow = hasAttended(row.status) ? null : lateNow;
  const [late, setLate] = useState(String(row.late_minutes ?? comesNow ?? ''));
  const [early, setEarly] = useState(String(row.left_early_minutes ?? ''));
  const [late_minutes, left_early_minutes] = [minutesOf(late), minutesOf(early)];
  const problem = 'a whole number of minutes, 1440 at most';
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (late_minutes === undefined || left_early_minutes === undefined) return;
    const detail = {
      ...(late_minutes !== row.late_minutes && { late_minutes }),
      ...(left_early_minutes !== row.left_early_minutes && { left_early_minutes }),
    };
    if (row.status !== status || Object.keys(detail).length > 0) save(row, status, detail);
    close();
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label="Minutes late"
        description="Empty: on time"
        inputMode="numeric"
        data-autofocus
        value={late}
        error={late_minutes === undefined && problem}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setLate(event.currentTarget.value)}
      />
      <TextInput
        label="Minutes left early"
        description="Empty: stayed until the end"
        inputMode="numeric"
        mt="sm"
        value={early}
        error={left_early_minutes === undefined && problem}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setEarly(event.currentTarget.value)}
      />
      <Buttons close={close} changedTo={changedTo} />
    </form>
  );
}

/** The reason is a button, which saves: no list to open, and nothing to confirm. */
function Excuse({ row, status, changedTo, save, close }: Props) {
  const [note, setNote] = useState('');
  const isChanged = changedTo !== null;
  const without = row.excused ? 'Take the excuse back' : 'Absent, not excused';
  function choose(excuse: ExcuseReason | null) {
    if (excuse) save(row, status, { excuse, excuse_note: note.trim() || null });
    else if (row.excused) save(row, status, { excuse: null });
    else if (row.status !== status) save(row, status, {});
    close();
  }
  return (
    <>
      {row.on_leave && (
        <Text size="sm" mb="sm">
          An approved leave excuses this absence.
        </Text>
      )}
      <Input.Wrapper label="Reason" labelElement="div">
        <Group gap="xs" role="group" aria-label="Reason">
          {excuses.map((value, at) => (
            <Button
              key={value}
              variant="light"
              disabled={isChanged}
              data-autofocus={at === 0 || undefined}
              onClick={() => choose(value)}
            >
              {excuseTitles[value]}
            </Button>
          ))}
        </Group>
      </Input.Wrapper>
      <TextInput
        label="Note"
        description="Optional. Type it first: choosing a reason saves. Staff who may read leaves see it, and you."
        mt="sm"
        maxLength={limits.reasonLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {isChanged && <Changed to={changedTo} />}
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        {(row.excused || row.status !== status) && (
          <Button variant="default" disabled={isChanged} onClick={() => choose(null)}>
            {without}
          </Button>
        )}
      </Group>
    </>
  );
}

const Changed = ({ to }: { to: RollStatus }) => (
  <Text size="sm" mt="md" role="alert">
    The mark was changed to {to} meanwhile. Close this and open it again to change it.
  </Text>
);

const Buttons = ({ close, changedTo }: Pick<Props, 'close' | 'changedTo'>) => (
  <>
    {changedTo && <Changed to={changedTo} />}
    <Group justify="flex-end" mt="md" gap="xs">
      <Button variant="default" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" disabled={changedTo !== null}>
        Save
      </Button>
    </Group>
  </>
);
