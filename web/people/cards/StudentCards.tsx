import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cardReasonTitles, type StatedCardReason } from '#contract/people/card-reasons.ts';
import { changeFormerCard } from '#contract/people/cards.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { Student } from '#contract/student.ts';
import type { StudentCard } from '#contract/people/student-card.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { dateOf } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { toast } from '#web/ui/toasts.ts';
import { Nothing } from '#web/ui/Nothing.tsx';
import { reportLost } from './lost.ts';
import { cardsQuery } from './queries.ts';
import { choicesFor } from './reasons.ts';

/** The cards of a student, present and former (R-CARD-3). */
export function StudentCards({
  student,
  isChangeable,
}: {
  student: Student;
  isChangeable: boolean;
}) {
  const found = useQuery(cardsQuery(student.id));
  const mayEdit = useCan()('Students', 'edit') && isChangeable;
  if (found.isPending) return <Text c="dimmed">Loading…</Text>;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const { results } = found.data;
  if (results.length === 0) return <Nothing />;
  return (
    <section className="at-scroll" tabIndex={0} aria-label="Cards, table">
      <table className="at-table">
        <thead>
          <tr>
            <th>Number</th>
            <th>Since</th>
            <th>Until</th>
            <th>Why</th>
          </tr>
        </thead>
        <tbody>
          {results.map((card) => (
            <CardRow key={card.id} card={card} student={student} mayEdit={mayEdit} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CardRowProps {
  card: StudentCard;
  student: Student;
  mayEdit: boolean;
}

function CardRow({ card, student, mayEdit }: CardRowProps) {
  const queries = useQueryClient();
  const { time_zone } = useSession().config;
  const day = (instant: string | null) => (instant === null ? '–' : dateOf(instant, time_zone));
  return (
    <tr>
      <td>
        {card.number}
        {card.for_print && (
          <Text span c="dimmed" size="sm">
            {' '}
            printed
          </Text>
        )}
      </td>
      <td>
        <By date={day(card.given_at)} name={card.given_by} />
      </td>
      <td>
        {card.ended_at === null ? (
          'Present card'
        ) : (
          <By date={day(card.ended_at)} name={card.ended_by} />
        )}
      </td>
      <td>
        {card.reason === null ? (
          mayEdit && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void reportLost({ ...student, rfid_number: card.number }, queries)}
            >
              Lost
            </Button>
          )
        ) : mayEdit ? (
          <Reason card={card} reason={card.reason} student={student.id} />
        ) : (
          cardReasonTitles[card.reason]
        )}
      </td>
    </tr>
  );
}

const By = ({ date, name }: { date: string; name: string | null }) => (
  <>
    {date}
    {name !== null && (
      <Text component="small" display="block" size="xs" c="dimmed">
        {name}
      </Text>
    )}
  </>
);

interface ReasonProps {
  card: StudentCard;
  reason: NonNullable<StudentCard['reason']>;
  student: number;
}

/** *Returned* lets other students have the card (R-CARD-4). */
function Reason({ card, reason, student }: ReasonProps) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (to: StatedCardReason) =>
      request(changeFormerCard, { params: { id: card.id }, body: { reason: to } }),
    onSuccess: () => toast('success', messages.edited),
    onError: (error) => toast('error', error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: cardsQuery(student).queryKey }),
  });
  const shown = change.isPending ? change.variables : reason;
  return (
    <select
      className="at-field"
      aria-label={`Why card ${card.number} ended`}
      value={shown}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.value as StatedCardReason)}
    >
      {choicesFor(reason).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
