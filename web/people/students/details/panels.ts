import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { StudentPanels } from '#contract/people/student-details.ts';
import { cardsQuery } from '../../cards/queries.ts';
import { followUpsOfStudent } from '#web/standing/public/follow-ups-queries.ts';
import { guardiansQuery } from '#web/school/guardians.ts';
import { requestsOfStudent } from '#web/attendance/public/leave-requests-queries.ts';
import { lettersQuery } from '#web/messages/public/letters-queries.ts';
import { messagesOfStudentQuery } from '#web/messages/public/student-messages-queries.ts';

/**
 * Gives the panels what the page has read with the student, so that they request nothing until
 * something of theirs changes. What a panel has read since then stays.
 * @param requestedAt epoch milliseconds.
 */
export function givePanels(
  queries: QueryClient,
  student: number,
  panels: StudentPanels,
  requestedAt: number,
): void {
  const give = (queryKey: QueryKey, data: unknown) => {
    const { dataUpdatedAt = 0, fetchStatus } = queries.getQueryState(queryKey) ?? {};
    if (data !== null && dataUpdatedAt <= requestedAt && fetchStatus !== 'fetching')
      queries.setQueryData(queryKey, data);
  };
  const { cards, follow_ups, letters, leave_requests, guardians, messages } = panels;
  give(cardsQuery(student).queryKey, cards);
  give(followUpsOfStudent(student).queryKey, asList(follow_ups));
  give(lettersQuery(student).queryKey, asList(letters));
  give(requestsOfStudent(student).queryKey, asList(leave_requests));
  give(guardiansQuery(student).queryKey, guardians);
  give(messagesOfStudentQuery(student).queryKey, messages);
}

/** As the calls of lists answer it. */
const asList = <Row>(found: { results: Row[]; total: number } | null) =>
  found && { ...found, next: null, previous: null };
