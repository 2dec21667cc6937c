import { describe, expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import type { MarkDetail } from '#contract/mark-bodies.ts';
import type { RollStatus, Status } from '#contract/status.ts';
import { rollRow } from '#web/test/open-roll.tsx';
import { renderInSession } from '#web/test/render-in-session.tsx';
import MarkDetailsDialog from './MarkDetailsDialog.tsx';

/** The dialog of Ann's mark; `saved` are the details that it sends. */
async function open(
  row: Partial<RollRow>,
  status: Status,
  lateNow: number | null = null,
  changedTo: RollStatus | null = null,
) {
  const saved: MarkDetail[] = [];
  const screen = await renderInSession(
    <MarkDetailsDialog
      row={{ ...rollRow(1, 'Ann', 'Abel', 'Present'), ...row }}
      status={status}
      lateNow={lateNow}
      changedTo={changedTo}
      save={(_row, _status, detail) => void saved.push(detail)}
      close={() => {}}
    />,
  );
  const save = () => screen.getByRole('button', { name: 'Save' }).click();
  return { screen, saved, save };
}

describe('the details of a mark: only what the user changed is sent', () => {
  it('minutes late, without those of an early leave', async () => {
    const { screen, saved, save } = await open({ left_early_minutes: 10 }, 'Present');
    await screen.getByLabelText('Minutes late').fill('5');
    await save();
    expect(saved).toEqual([{ late_minutes: 5 }]);
  });

  it('an emptied field takes the minutes away', async () => {
    const { screen, saved, save } = await open({ left_early_minutes: 10 }, 'Present');
    await screen.getByLabelText('Minutes left early').fill('');
    await save();
    expect(saved).toEqual([{ left_early_minutes: null }]);
  });

  it('nothing, where nothing was changed', async () => {
    const { saved, save } = await open({ late_minutes: 5 }, 'Present');
    await save();
    expect(saved).toEqual([]);
  });

  it('a student who arrives now is marked with the minutes since the start', async () => {
    const { saved, save } = await open({ status: 'N/A' }, 'Present', 12);
    await save();
    expect(saved).toEqual([{ late_minutes: 12 }]);
  });

  it('no reason, where there was none, marks the absence alone', async () => {
    const { screen, saved } = await open({ status: 'N/A' }, 'Absent');
    await screen.getByRole('button', { name: 'Absent, not excused' }).click();
    expect(saved).toEqual([{}]);
  });

  it('a reason with one press, and with the note that was typed before', async () => {
    const sick = await open({ status: 'Absent' }, 'Absent');
    await expect.element(sick.screen.getByRole('button', { name: 'Sick' })).toHaveFocus();
    await sick.screen.getByRole('button', { name: 'Sick' }).click();
    expect(sick.saved).toEqual([{ excuse: 'sick', excuse_note: null }]);
  });

  it('a note goes with the reason', async () => {
    const { screen, saved } = await open({ status: 'Absent' }, 'Absent');
    await screen.getByLabelText('Note').fill(' Called in ');
    await screen.getByRole('button', { name: 'Other' }).click();
    expect(saved).toEqual([{ excuse: 'other', excuse_note: 'Called in' }]);
  });

  it('of a mark that somebody changed meanwhile, nothing', async () => {
    const { screen } = await open({ status: 'Absent' }, 'Absent', null, 'Present');
    await expect.element(screen.getByText(/changed to Present/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Sick' })).toBeDisabled();
  });

  it('no reason takes an excuse back', async () => {
    const { screen, saved } = await open({ status: 'Absent', excused: true }, 'Absent');
    await screen.getByRole('button', { name: 'Take the excuse back' }).click();
    expect(saved).toEqual([{ excuse: null }]);
  });
});
