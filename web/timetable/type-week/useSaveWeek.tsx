import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ClassFault, ManyClasses } from '#contract/timetable/many-classes.ts';
import { messages } from '#contract/texts.ts';
import { addManyClasses } from '#contract/timetable/timetable.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { withClashesConfirmed } from '#web/ui/clashes/question.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { counted } from '../semesters/copy/texts.ts';
import { serverErrorMessages } from '#web/ui/form/server-errors.ts';
import { countOf } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import type { Judged, Line, Sent } from './new-classes.ts';

interface Given {
  sent: Sent;
  /** Clashes, and classes that are never held. */
  lines: readonly Line[];
  /** Their number: the lines are the first of each class. */
  count: number;
}

const mostListed = 8;
const unknownOutcome =
  'No answer came: before you add them again, look whether the classes are in the timetable';

/** A question about clashes that the grid shows already, as the form of a class does. */
const confirmed = (lines: readonly Line[], count: number): Promise<boolean> =>
  confirm({
    title: 'Save although some of the classes clash?',
    text: (
      <>
        <ul aria-label="Clashes">
          {lines.slice(0, mostListed).map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
          {count > mostListed && <li>and {countOf(count - mostListed)} more</li>}
        </ul>
        <p>Save them anyway, for example because the classes are combined?</p>
      </>
    ),
    yes: 'Save anyway',
    no: 'Go back',
  });

const isFault = (one: unknown): one is ClassFault =>
  typeof one === 'object' && one !== null && 'class' in one && 'field' in one && 'status' in one;

/** Adds all classes of the grid in one call, after a question about clashes. */
export function useSaveWeek(onRefused: (judged: Judged) => void, onAdded: () => void) {
  const queries = useQueryClient();
  const [added, setAdded] = useState<ManyClasses | null>(null);
  const saving = useMutation({
    mutationFn: async ({ sent: { classes }, lines, count }: Given): Promise<ManyClasses | null> => {
      const send = (more: { confirm_clashes: boolean }) =>
        request(addManyClasses, { body: { classes, ...more } });
      if (lines.length === 0) return withClashesConfirmed(send);
      return (await confirmed(lines, count)) ? send({ confirm_clashes: true }) : null;
    },
    onSuccess: (done) => {
      if (!done) return;
      setAdded(done);
      onAdded();
      toast('success', `${counted(done.ids.length, 'class', 'classes')} added`);
    },
    onError: (error, { sent }) => {
      if (!(error instanceof ApiError)) return toast('error', messages.submitFailed);
      if (error.status === 0 || error.status >= 502) {
        // The classes may have been added all the same: then each clashes with itself.
        void queries.invalidateQueries({ queryKey: ['many-classes'] });
        return toast('error', unknownOutcome);
      }
      const listed: unknown = error.body.fail;
      const fail = Array.isArray(listed) ? listed.filter(isFault) : [];
      if (fail.length === 0) {
        for (const text of serverErrorMessages(error.body, false)) toast('error', text);
        return;
      }
      toast('error', 'Nothing was added: some classes have to be changed first');
      onRefused({
        keys: sent.keys,
        found: { fail, never_held: [], clash_count: 0, clashes: [], dates: 0 },
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['resource'] }),
  });
  const isUnderWay = useRef(false);
  /** A second click before the button is disabled adds nothing. */
  function save(given: Given): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    saving.mutate(given, { onSettled: () => (isUnderWay.current = false) });
  }
  return { added, forget: () => setAdded(null), save, isSaving: saving.isPending };
}
