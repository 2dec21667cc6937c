import type { Successor } from '#contract/timetable/class-successor.ts';
import { addSuccessor, previewSuccessor } from '#contract/timetable/timetable.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { classChange } from '#contract/timetable/timetable.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { Values } from '#web/ui/form/form-context.ts';
import type { DoneInstead, SaveText } from '#web/ui/form/resource-form.ts';
import { longDate, shortDay } from '#web/ui/format.ts';
import { changeQuestion, meetingText } from './change-preview.tsx';
import { ClashList } from '#web/ui/clashes/ClashList.tsx';

/**
 * The effect of saving a class. Where its subject or semester would change after a roll was
 * taken, a new class that takes over is offered instead.
 * @param onAdded receives what undoes that, and it in words.
 */
export const changeOrSuccessor =
  (onAdded: OnAdded) =>
  async (values: Values, id: string): Promise<SaveText | DoneInstead | null> => {
    try {
      return await changeQuestion(values, id);
    } catch (error) {
      if (!needsSuccessor(error)) throw error;
      return offerSuccessor(values, id, onAdded);
    }
  };
type OnAdded = (change: { operation: number | null; done: string }) => void;

const needsSuccessor = (error: unknown): boolean =>
  error instanceof ApiError &&
  Object.values(Object(error.body)).flat().includes(messages.needsSuccessor);

async function offerSuccessor(
  values: Values,
  id: string,
  onAdded: OnAdded,
): Promise<DoneInstead | null> {
  const sent = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  const body = classChange.parse(Object.fromEntries(sent));
  const found = await request(previewSuccessor, { params: { id }, body });
  const isConfirmed = await confirm({
    title: 'Add a class that takes over?',
    text: <SuccessorText of={found} />,
    yes: 'Add and end this one',
    no: 'Cancel',
  });
  if (!isConfirmed) return null;
  const { operation } = await request(addSuccessor, {
    params: { id },
    body: {
      ...body,
      effective_from: found.effective_from,
      confirm_clashes: found.all_clashes.length > 0 || found.first === null,
    },
  });
  const done = `The new class takes over from ${longDate(found.effective_from)}`;
  onAdded({ operation, done });
  return { done };
}

function SuccessorText({ of }: { of: Successor }) {
  const { effective_from, last, first, students, dropped, all_clashes } = of;
  return (
    <>
      <p>
        Attendance has been taken: those rolls stay with this class. It ends, and a new class takes
        over from {longDate(effective_from)}, with{' '}
        {students === 1 ? '1 student' : `${students} students`}.
      </p>
      <p>
        {last ? `Last class of this one: ${meetingText(last)}. ` : ''}
        {first ? `First of the new one: ${meetingText(first)}.` : 'The new one has no classes yet.'}
      </p>
      {dropped.length > 0 && (
        <p>What was changed by hand goes on {dropped.map(shortDay).join('; ')}.</p>
      )}
      {all_clashes.length > 0 && (
        <>
          <b>Clashes:</b>
          <ClashList of={all_clashes} />
        </>
      )}
    </>
  );
}
