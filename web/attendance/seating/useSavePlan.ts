import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { getSeatingPlan, saveSeatingPlan } from '#contract/attendance/seating-plans.endpoints.ts';
import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';
import { roomInText } from '#contract/room-name.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { rollQuery } from '#web/school/roll.ts';
import { choose, confirm } from '#web/ui/confirm.ts';
import { counted } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { transferred, within } from './arrange.ts';
import { plansKey, seatingPlanQuery, type PlanOf } from './queries.ts';
import { chooseRoom } from './useChosenRoom.ts';
import type { Draft } from './useEditedPlan.ts';

interface Does {
  /** Is called before the page is left. */
  saved: () => void;
  /** Drops what is changed here, for the plan that is stored. */
  discard: () => void;
}

/** Saves a plan, and leads back to the roll. */
export function useSavePlan(of: PlanOf, plan: SeatingPlan, { saved, discard }: Does) {
  const queries = useQueryClient();
  const router = useRouter();
  const { id, date } = of;
  const classroom = plan.classroom.id;

  const send = useMutation({
    mutationFn: ({ draft, isNewLayout, read }: Sent) =>
      request(saveSeatingPlan, {
        body: {
          class_schedule: id,
          date,
          classroom: read.classroom.id,
          version: read.version,
          layout_version: read.layout?.version ?? 0,
          ...(isNewLayout && { layout: draft.layout }),
          way: draft.way,
          seats: draft.seats,
        },
      }),
    onSuccess(now) {
      saved();
      const where = now.classroom.id;
      if (now.rooms.length > 1) chooseRoom(id, where);
      for (const room of of.room === where ? [where] : [undefined, where])
        queries.setQueryData(seatingPlanQuery({ id, date, room }).queryKey, now);
      void queries.invalidateQueries({ queryKey: plansKey(id), refetchType: 'none' });
      toast('success', 'The seating plan is saved.');
      leave();
    },
    onError: (error, sent) => void askWhatNow(error, sent),
  });

  /** Somebody else has changed the plan or the layout: theirs is taken, or replaced. */
  async function askWhatNow(error: Error, { draft, isOwnLayout }: Sent): Promise<void> {
    if (error instanceof ApiError && 'classroom' in error.body) return offerRoom(error, draft);
    if (!(error instanceof ApiError) || !('overtaken' in error.body)) {
      toast('error', error.message);
      // Somebody has left the class: the plan follows the roll, and the rest can be saved.
      if (error instanceof ApiError && 'seats' in error.body)
        await queries.invalidateQueries({ queryKey: rollQuery(of).queryKey });
      return;
    }
    try {
      // Not into the cache: a page that shows the new plan has lost what is saved over it.
      const read = await request(getSeatingPlan, {
        query: { class_schedule: id, date, classroom },
      });
      // The layout is that of all classes of the room: who has not changed it seats the students in the new one.
      const { layout } = read;
      const isNewLayout = !layout || isOwnLayout;
      const seats = layout && !isOwnLayout ? within(layout, draft.seats) : draft.seats;
      const missing = draft.seats.length - seats.length;
      const answer = await choose({
        title: 'Changed meanwhile',
        text: [
          `${error.message} Take theirs, and lose what you have changed here, or save yours over it?`,
          ...(missing > 0 ? [`Yours has no seat there for ${counted(missing, 'student')}.`] : []),
        ].join(' '),
        yes: 'Take theirs',
        no: 'Save mine',
      });
      if (answer === null) return;
      if (answer === 'no')
        send.mutate({ draft: { ...draft, seats }, isNewLayout, isOwnLayout, read });
      else {
        queries.setQueryData(seatingPlanQuery(of).queryKey, read);
        discard();
      }
    } catch (failure) {
      toast('error', asError(failure).message);
    }
  }

  /** The class has got another room: the plan can be saved for that one, whose layout stays. */
  async function offerRoom(error: Error, draft: Draft): Promise<void> {
    try {
      const read = await request(getSeatingPlan, { query: { class_schedule: id, date } });
      if (read.classroom.id === classroom) return toast('error', error.message);
      const seats = read.layout ? transferred(read.layout, draft.seats) : draft.seats;
      const missing = draft.seats.length - seats.length;
      const room = roomInText(read.classroom.room_number);
      const isMeant = await confirm({
        title: 'Another room',
        text: [
          `This class is held in ${room} on this date.`,
          ...(read.version > 0 ? ['The plan that it has there is replaced.'] : []),
          ...(missing > 0 ? [`There is no seat for ${counted(missing, 'student')}.`] : []),
        ].join(' '),
        yes: `Save for ${room}`,
        no: 'Go back',
      });
      if (isMeant)
        send.mutate({
          draft: { ...draft, seats },
          isNewLayout: !read.layout,
          isOwnLayout: false,
          read,
        });
    } catch (failure) {
      toast('error', asError(failure).message);
    }
  }

  function leave() {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: '/attendance/add', search: { id, date, view: 'seats' } });
  }

  return {
    isSaving: send.isPending,
    /** @param unseated the names of those who had a seat before, and lose it. */
    async save(
      { draft, isNewLayout, isOwnLayout }: Omit<Sent, 'read'>,
      unseated: string[],
    ): Promise<void> {
      const isMeant =
        unseated.length === 0 ||
        (await confirm({
          title: 'Save without these seats?',
          text: `${namesOf(unseated)} had a seat, and ${unseated.length === 1 ? 'has' : 'have'} none in this plan.`,
          yes: 'Save the plan',
          no: 'Go back',
        }));
      if (isMeant) send.mutate({ draft, isNewLayout, isOwnLayout, read: plan });
    },
  };
}

const most = 10;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** *Ann Abel, Ben Baker, and 3 more students*. */
function namesOf(all: string[]): string {
  const rest = all.length - most;
  return list.format([
    ...all.slice(0, most),
    ...(rest > 0 ? [counted(rest, 'more student', 'more students')] : []),
  ]);
}

interface Sent {
  draft: Draft;
  /** The room has no layout yet, or another one. */
  isNewLayout: boolean;
  /** The layout was changed here. */
  isOwnLayout: boolean;
  /** The plan that is replaced, as it was read. */
  read: Pick<SeatingPlan, 'classroom' | 'version' | 'layout'>;
}
