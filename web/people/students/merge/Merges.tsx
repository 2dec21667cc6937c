import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { StudentMerges } from '#contract/people/merge.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { moment } from '#web/ui/format.ts';
import { studentTitle } from '#web/school/students.tsx';
import { movedText } from './decisions.ts';

/** Where the rows of a merged student are, and whose rows this one has taken over (R-MERGE-4). */
export function Merges({ merges: { into, from } }: { merges: StudentMerges }) {
  const { time_zone: timeZone } = useSession().config;
  if (into === null && from.length === 0) return null;
  return (
    <Alert className="at-screen" variant="outline" color="gray" my="xs" role="note" title="Merged">
      {into && (
        <Text size="sm">
          Merged into <Named of={into} />, who has its marks and enrolments.
        </Text>
      )}
      {from.map((it) => (
        <Text size="sm" key={it.id}>
          <Named of={it} /> was merged into this student by {it.done_by},{' '}
          {moment(it.done_at, timeZone)}: {movedText(it.moved)}.
        </Text>
      ))}
    </Alert>
  );
}

interface NamedStudent {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
}

const Named = ({ of }: { of: NamedStudent }) => (
  <Anchor
    inherit
    underline="always"
    renderRoot={(props) => (
      <Link {...props} to="/students/student-details" search={{ id: String(of.id) }} />
    )}
  >
    {studentTitle(of)}
  </Anchor>
);
