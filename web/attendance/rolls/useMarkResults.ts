import { useQueryClient } from '@tanstack/react-query';
import { hasAttended } from '#contract/status.ts';
import { useEffect, type Dispatch } from 'react';
import type { ActionFailure, ConflictClass } from '#contract/marks.ts';
import { messages } from '#contract/texts.ts';
import { ApiError } from '#web/platform/api.ts';
import type { MarkCommand, PendingMark } from '#web/platform/offline/storage.ts';
import { fullName } from '#contract/person-name.ts';
import { toast } from '#web/ui/toasts.ts';
import type { Decided } from './queue/mark-queue.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import { isMarkedElsewhere, type MarkAnswer, type Marked } from './queue/send.ts';
import { waitedMs } from './queue/waited.ts';
import { tapOf } from './tap-of.ts';
import { rowOf, titleOf } from './pending-status.ts';
import { isSuperseded, isUnchanged, supersededText } from './superseded.ts';
import { joinUndone, undoneText } from './undone.ts';
import { markOf, noMark, rollQuery, useShowMarks, type ClassOnDate } from '#web/school/roll.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import type { TapResult } from './tap-result.ts';
import type { useTapFeedback } from './useTapFeedback.ts';

interface ResultHandlers {
  report: Dispatch<Omit<TapResult, 'number'>>;
  resolvePending: ReturnType<typeof useTapFeedback>['resolvePending'];
  setConflicts: Dispatch<ConflictClass[]>;
  forgetUndo: (refused: MarkCommand) => void;
  followMarked: (command: MarkCommand, marked: Marked) => void;
  limitUndo: (sent: MarkCommand, fail: ActionFailure[]) => void;
}

type DoneMark = Extract<Decided<MarkAnswer>, { type: 'done' }>;
type RejectedMark = Extract<Decided<MarkAnswer>, { type: 'refused' }>;

/** Shows the results of marks of a class on a date: on the roll and in the tap panel. */
export function useMarkResults(
  { id, date }: ClassOnDate,
  { report, resolvePending, setConflicts, forgetUndo, followMarked, limitUndo }: ResultHandlers,
): void {
  const queries = useQueryClient();
  const queue = useMarkQueue();
  const show = useShowMarks({ id, date });

  useEffect(() => {
    const withUndone = joinUndone();
    const rollBefore = () => queries.getQueryData(rollQuery({ id, date }).queryKey)?.results ?? [];
    const refetchRoll = () =>
      queries.invalidateQueries({ queryKey: rollQuery({ id, date }).queryKey });
    /** What became of a student whose mark is another one, by the roll as it is now. */
    const reportGone = async (student: number) => {
      await refetchRoll();
      const isBack = rowOf(student, rollBefore())?.status === 'N/A';
      toast(isBack ? 'success' : 'information', isBack ? messages.deleted : messages.changedSince);
    };

    function showDone({ answer, deferred, mark }: DoneMark): void {
      if ('gone' in answer) void reportGone(answer.gone);
      else if (!('withdrawn' in answer || 'marked' in answer)) void refetchRoll();
      else
        void show(
          ['withdrawn' in answer ? noMark(answer.withdrawn) : markOf(answer.marked)],
          performance.now() - waitedMs(mark),
        );
      setConflicts([]);
      if ('marked' in answer) followMarked(mark.what, answer.marked);
      if (mark.what.takesBack !== undefined)
        return reportUndone(mark.what.takesBack, mark.what, answer, deferred);
      const isHeld = 'held' in answer || ('bulk' in answer && answer.bulk.held === true);
      if ('bulk' in answer) limitUndo(mark.what, answer.bulk.fail);
      const pending = tapOf(mark.what);
      if (isHeld && pending !== null)
        resolvePending(pending, { tone: 'bad', text: heldText, tapped: shownTap(mark) });
      else if (isHeld) toast('information', heldText);
      else if ('bulk' in answer && mark.what.do === 'bulk' && mark.what.seen) {
        if (!isUndone(mark)) reportRest(mark.what, answer.bulk.fail, report);
      } else if (!deferred) reportDone(answer, pending === null, report);
      else if (pending !== null && 'marked' in answer)
        resolvePending(pending, resultOf(answer.marked));
    }

    /** Its undo waits behind it, and says what became of it. */
    const isUndone = ({ key }: PendingMark): boolean =>
      queue.marks().some(({ undoes }) => undoes === key);

    /** @param undo its further commands are answered beside this one. */
    function reportUndone(
      undo: string,
      command: MarkCommand,
      answer: MarkAnswer,
      deferred: boolean,
    ): void {
      const text = {
        ...withUndone(undo, undoneText(command, answer, rollBefore())),
        isUndo: true as const,
      };
      if (deferred) resolvePending(undo, { ...text, pending: undo }, { orFirst: true });
      else report(text);
      if ('bulk' in answer) toastFailures(answer.bulk.fail);
      if ('undone' in answer) toastFailures(answer.fail ?? []);
    }

    function showRejected({ error, reason, deferred, mark }: RejectedMark): void {
      void refetchRoll();
      forgetUndo(mark.what);
      playSound('bad');
      if (mark.what.takesBack !== undefined && !deferred)
        report({ tone: 'bad', text: `Not undone: ${titleOf(mark.what, rollBefore())}` });
      const pending = tapOf(mark.what);
      const tapped = pending === null ? null : shownTap(mark);
      if (!deferred) setConflicts(reportRejected(error, tapped, report));
      // The list of rejected marks shows it as well.
      else if (pending !== null && tapped !== null)
        resolvePending(pending, { tone: 'bad', text: reason, tapped });
    }

    return queue.onDecidedOf({ id, date }, (it) => {
      if (it.type === 'done') showDone(it);
      else showRejected(it);
    });
  }, [
    queue,
    queries,
    id,
    date,
    show,
    report,
    resolvePending,
    setConflicts,
    forgetUndo,
    followMarked,
    limitUndo,
  ]);
}

const heldText = `${messages.markHeld}: the roll is closed, or its class archived`;

/** Who was marked elsewhere meanwhile is counted: no mark of theirs was wanted here. */
function reportRest(
  what: Extract<MarkCommand, { do: 'bulk' }>,
  fail: ActionFailure[],
  report: ResultHandlers['report'],
): void {
  const others = fail.filter((failure) => !isMarkedElsewhere(what, failure));
  const meanwhile = fail.length - others.length;
  const marked = what.students.length - fail.length;
  report({
    tone: 'good',
    text: `${marked} marked present${meanwhile > 0 ? `, ${meanwhile} were marked elsewhere meanwhile` : ''}`,
  });
  toastFailures(others);
}

/** @param byHand the student was marked by hand, not tapped or typed. */
function reportDone(answer: MarkAnswer, byHand: boolean, report: ResultHandlers['report']): void {
  if ('withdrawn' in answer) return toast('success', messages.deleted);
  if ('bulk' in answer) {
    toast('success', messages.bulkMarked);
    return toastFailures(answer.bulk.fail);
  }
  if ('rest' in answer)
    return report({ tone: 'good', text: `${countOf(answer.rest)} marked absent` });
  if ('closed' in answer)
    return report({
      tone: 'good',
      text: `Roll closed${answer.closed.length ? `, ${countOf(answer.closed)} marked absent` : ''}`,
    });
  if ('undone' in answer) {
    if (answer.undone.length > 0) toast('success', messages.deleted);
    return toastFailures(answer.fail ?? []);
  }
  if ('held' in answer || 'gone' in answer) return;
  const record = answer.marked;
  if (byHand && isSuperseded(record))
    return toast('information', supersededText([fullName(record)]));
  if (byHand)
    return toast(
      'success',
      hasAttended(record.status) ? messages.markedPresent : messages.markedAbsent,
    );
  const result = resultOf(record);
  report(result);
  playSound(result.tone);
  toast(result.tone === 'known' ? 'information' : 'success', result.text);
}

function toastFailures(fail: ActionFailure[]): void {
  for (const { name, student_id, status } of fail)
    toast('error', `${name ? `${name} (${student_id})` : student_id}: ${status}`);
}

const countOf = (students: number[]) =>
  students.length === 1 ? '1 student' : `${students.length} students`;

function resultOf(record: Marked): Omit<TapResult, 'number'> {
  const text = record.results[0]?.status ?? messages.formSubmitted;
  return {
    tone: isUnchanged(record) ? 'known' : 'good',
    text,
    student: { ...record, name: fullName(record) },
  };
}

/** The card or ID of a tap, or the name of a chosen student. */
const shownTap = ({ what, name }: PendingMark): string =>
  what.do === 'mark' && typeof what.student === 'string' ? what.student : (name ?? 'A student');

/**
 * @param tapped null for a mark by hand.
 * @returns classes of the student at the same time.
 */
function reportRejected(
  error: ApiError,
  tapped: string | null,
  report: ResultHandlers['report'],
): ConflictClass[] {
  const [fail] = error.body.fail ?? [];
  const elsewhere = fail?.class_schedules ?? [];
  const known = fail?.name
    ? { name: fail.name, student_id: fail.student_id, profile_image: fail.profile_image ?? null }
    : undefined;
  if (tapped !== null || known)
    report({ tone: 'bad', text: error.message, tapped: tapped ?? undefined, student: known });
  if (elsewhere.length === 0) toast('error', error.message);
  return elsewhere;
}
