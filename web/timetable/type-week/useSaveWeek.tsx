import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ClassFault, ManyClasses } from '#contract/timetable/many-classes.ts';
import { messages } from '#contract/texts.ts';
import { addManyClasses, previewManyClasses } from '#contract/timetable/timetable.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { withClashesConfirmed } from '#web/ui/clashes/question.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { serverErrorMessages } from '#web/ui/form/server-errors.ts';
import { toast } from '#web/ui/toasts.ts';
import { counted } from '#web/ui/format.ts';
import { moreText, type Judged, type Line, type Sent } from './new-classes.ts';

/** Clashes, and classes that are never held, as a question lists them. */
interface Questions {
  lines: readonly Line[];
  /** Their number: the lines are the first of each class. */
  count: number;
}

const mostListed = 8;
const unknownOutcome =
  'No answer came: before you add them again, look whether the classes are in the timetable';

/** A question about clashes that the grid shows already, as the form of a class does. */
function confirmed({ lines, count }: Questions): Promise<boolean> {
  const more = moreText(count, Math.min(lines.length, mostListed));
  return confirm({
    title: 'Save although some of the classes clash?',
    text: (
      <>
        <ul aria-label="Clashes">
          {lines.slice(0, mostListed).map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
          {more && <li>{more}</li>}
        </ul>
        <p>Save them anyway, for example because the classes are combined?</p>
      </>
    ),
    yes: 'Save anyway',
    no: 'Go back',
  });
}

const isFault = (one: unknown): one is ClassFault =>
  typeof one === 'object' && one !== null && 'class' in one && 'field' in one && 'status' in one;

/** Adds all classes of the grid in one call, after a question about the clashes that there are now. */
export function useSaveWeek(questionsOf: (judged: Judged) => Questions, onAdded: () => void) {
  const queries = useQueryClient();
  const [added, setAdded] = useState<ManyClasses | null>(null);
  const saving = useMutation({
    mutationFn: async ({ keys, classes }: Sent): Promise<ManyClasses | null> => {
      const send = (more: { confirm_clashes: boolean }) =>
        request(addManyClasses, { body: { classes, ...more } });
      // What the page shows may be of a moment ago: a yes is to what is listed.
      const found = await request(previewManyClasses, { body: { classes } });
      const questions = questionsOf({ keys, found });
      // Classes that cannot be added are refused without a question.
      if (questions.lines.length === 0 || found.fail.length > 0) return withClashesConfirmed(send);
      return (await confirmed(questions)) ? send({ confirm_clashes: true }) : null;
    },
    onSuccess: (done) => {
      if (!done) return;
      setAdded(done);
      onAdded();
      toast('success', `${counted(done.ids.length, 'class', 'classes')} added`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return toast('error', messages.submitFailed);
      // The classes are judged again: they may have been added all the same, or cannot be.
      void queries.invalidateQueries({ queryKey: ['many-classes'] });
      if (error.status === 0 || error.status >= 502) return toast('error', unknownOutcome);
      const listed: unknown = error.body.fail;
      if (Array.isArray(listed) && listed.some(isFault))
        return toast('error', 'Nothing was added: some classes have to be changed first');
      for (const text of serverErrorMessages(error.body, false)) toast('error', text);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['resource'] }),
  });
  const isUnderWay = useRef(false);
  /** A second click before the button is disabled adds nothing. */
  function save(sent: Sent): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    saving.mutate(sent, { onSettled: () => (isUnderWay.current = false) });
  }
  return { added, forget: () => setAdded(null), save, isSaving: saving.isPending };
}
