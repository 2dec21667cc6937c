import {
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { OperationDone } from '#contract/timetable/meeting-changes.ts';
import { undoOperation } from '#contract/timetable/meetings.endpoints.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { withClashesConfirmed } from '#web/ui/clashes/question.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';

/** Queries that contain meetings: classes of days, single classes, their rolls and check-ins. */
const keys = [
  ['classes'],
  ['class'],
  ['roll'],
  ['check-in'],
  ['class-days'],
  ['week'],
  ['free-rooms'],
  ['teacher-away'],
  ['room-away'],
  ['room-closings'],
  ['reassignment'],
  resourceKey({ calls: classScheduleEndpoints }),
];

/** Where a change was made, and can be undone: a class, a date, both, a teacher, a room, or a page. */
export type Place = {
  id?: number;
  date?: string;
  teacher?: number;
  classroom?: number;
  page?: 'timetable' | 'reassign' | 'week';
};

export interface LastChange {
  operation: number;
  /** In words. */
  done: string;
}

/** Sends a change; `confirmed` after a question about clashes or a holiday. */
type Send = (confirmed: { confirm?: true }) => Promise<OperationDone>;

const lastChanges = ['last-change'];
const lastChange = (place: Place) => [...lastChanges, place];

/** Reads again what contains meetings. */
export const refreshMeetings = (queries: QueryClient) =>
  Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));

/** Sends a change of classes on their dates; the last one can be undone in each of the places. */
export function useMeetingChange(...places: Place[]) {
  const queries = useQueryClient();
  const refresh = () => refreshMeetings(queries);
  return useMutation({
    mutationFn: async ({ send }: { send: Send; done: string }) => sendConfirmed(send),
    async onSuccess(answer, { done }) {
      if (answer === null) return;
      offerUndoAt(queries, places, { operation: answer.operation, done });
      toast('success', done);
      await refresh();
    },
    // The fields of a form show their errors.
    async onError(error) {
      if (error instanceof ApiError && error.status === 400) return;
      toast('error', error.message);
      await refresh();
    },
  });
}

/** Offers to undo an operation in places; null removes the offer. */
export function offerUndoAt(
  queries: QueryClient,
  places: Place[],
  { operation, done }: { operation: number | null; done: string },
): void {
  for (const place of places)
    queries.setQueryData<LastChange | null>(
      lastChange(place),
      operation === null ? null : { operation, done },
    );
}

/** @returns null when the answer to a question was no. */
async function sendConfirmed(send: Send): Promise<OperationDone | null> {
  try {
    return await send({});
  } catch (error) {
    const questions = error instanceof ApiError ? error.body.confirm : undefined;
    if (!Array.isArray(questions)) throw error;
    const goOn = await confirm({
      title: 'Do it anyway?',
      text: `${questions.join(' ')}.`,
      yes: 'Do it anyway',
      no: 'Go back',
    });
    return goOn ? send({ confirm: true }) : null;
  }
}

/** Undoes an operation by its id, after a question about clashes. @param done the message of a success. */
export function useUndoOperation(done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      withClashesConfirmed((body) => request(undoOperation, { params: { id }, body })),
    onSuccess: (answer) => answer && toast('success', done),
    onError: (error) => toast('error', error.message),
    async onSettled(answer, _, id) {
      if (answer === null) return;
      queries.setQueriesData<LastChange | null>({ queryKey: lastChanges }, (other) =>
        other?.operation === id ? null : other,
      );
      await refreshMeetings(queries);
    },
  });
}

/** The last change in a place, which can be undone; null without one. */
export function useLastChange(place: Place, otherwise?: LastChange) {
  const { data: own } = useQuery<LastChange | null>({
    queryKey: lastChange(place),
    queryFn: skipToken,
  });
  const last = own ?? otherwise;
  const undo = useUndoOperation('Undone');
  return last
    ? { done: last.done, undo: () => undo.mutate(last.operation), isPending: undo.isPending }
    : null;
}
