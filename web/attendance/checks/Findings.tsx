import { Anchor, Button, Text, Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { withGroup } from '#contract/class-name.ts';
import type { CheckKind, Finding, SameNamed } from '#contract/attendance/check.ts';
import { listFindings } from '#contract/attendance/checks.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { longDate } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import classes from './Checks.module.css';
import { checkTitles } from './kinds.ts';

/** The findings of one check, with links that fix each. */
export function Findings({ kind }: { kind: CheckKind }) {
  const { title, text, detail } = checkTitles[kind];
  const found = useInfiniteQuery({
    queryKey: ['checks', kind],
    queryFn: ({ pageParam, signal }) =>
      request(listFindings, { query: { kind, page: pageParam, limit: 50 }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.next ? all.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <section className={`at-card ${classes.findings}`} aria-labelledby="check-title">
      <Title order={2} size="h4" id="check-title">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {found.isPending && <PleaseWait />}
      {found.isError && <LoadError error={found.error} retry={() => void found.refetch()} />}
      {found.isSuccess && rows.length === 0 && <EmptyState title="Nothing found" />}
      {rows.length > 0 && (
        <ul aria-label={title}>
          {rows.map((row) => (
            <li key={row.key}>
              <span>
                <About of={row} />
              </span>
              <span>{detail?.(row)}</span>
              <Fix kind={kind} of={row} />
            </li>
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

/** The class, on its date or weekday, and the students of a finding. */
function About({
  of: { class_schedule: it, date, student, other, mail, same, cards, room },
}: {
  of: Finding;
}) {
  const when = date === null ? it?.day_of_week : longDate(date);
  return (
    <>
      {student && <StudentLink of={student} />}
      {other && (
        <>
          {' and '}
          <StudentLink of={other} />
        </>
      )}
      {mail && `${mail.subject}, to ${mail.recipient}`}
      {room && `Room ${room.number}`}
      {same && `${sameNamedText[same.what]} ${same.name} and ${same.other_name}`}
      {cards && (
        <>
          <HolderLink of={cards.holder} />
          {' and '}
          <HolderLink of={cards.other} />
        </>
      )}
      {student && it && ', '}
      {it &&
        `${withGroup(`${it.subject_code} ${it.subject_name}`, it.group_name)}, ${when} ${it.start_time}, ${it.teacher}`}
    </>
  );
}

const StudentLink = ({ of: { id, name, student_id } }: { of: NonNullable<Finding['student']> }) => (
  <Anchor
    inherit
    renderRoot={(props) => (
      <Link {...props} to="/students/student-details" search={{ id: String(id) }} />
    )}
  >
    {name} ({student_id})
  </Anchor>
);

/** Where the number is changed. */
const HolderLink = ({
  of: { kind, id, name },
}: {
  of: NonNullable<Finding['cards']>['holder'];
}) => (
  <AnchorLink
    inherit
    to={kind === 'student' ? '/students/student-details' : '/teachers/add'}
    search={kind === 'student' ? { id: String(id) } : { edit: String(id) }}
  >
    {name}
  </AnchorLink>
);

const sameNamedText: Record<SameNamed, string> = {
  classroom: 'Room',
  subject: 'Subject',
  course: 'Course',
  specialization: 'Specialization',
  cohort: 'Cohort',
  holiday: 'Holiday',
  semester: '',
  pay_code: 'Pay code',
};
const editPages: Record<SameNamed, string> = {
  classroom: '/classroom/add',
  subject: '/subjects/add',
  course: '/courses/add',
  specialization: '/specialization/add',
  cohort: '/cohort/add',
  holiday: '/holiday/add',
  semester: '/semester/add',
  pay_code: '/timesheet-admin-portal/payrolls/add',
};

/** The page where the finding is fixed. */
function Fix({
  kind,
  of: { class_schedule, date, student, other, same, room },
}: {
  kind: CheckKind;
  of: Finding;
}) {
  const id = class_schedule?.id;
  const link = (text: string, to: string, search: object) => (
    <Anchor inherit renderRoot={(props) => <Link {...props} to={to} search={search} />}>
      {text}
    </Anchor>
  );
  if (id !== undefined && date !== null)
    return kind === 'marks_of_changed_class'
      ? link('View roll', '/attendance/view', { id, date })
      : link('Open roll', '/attendance/add', { id, date });
  if (kind === 'classes_without_students')
    return link('Enrol students', '/enroll-by-schedule/add', { id: String(id) });
  if (kind === 'students_without_classes' && student)
    return link('Enrol', '/enroll-by-cohort/add', { student: String(student.id) });
  if (kind === 'classes_without_pay_code')
    return link('Edit class', '/timetable/add', { edit: String(id) });
  if (kind === 'classes_like_weeks')
    return link('Choose weeks', '/timetable/add', { edit: String(id) });
  if (room) {
    const [first, ...more] = room.parts.map((part) => String(part.id));
    return link('Change its classes', '/timetable/reassign', {
      classroom: String(room.id),
      to: first,
      more: more.join(','),
    });
  }
  if (kind === 'duplicate_students' && student && other)
    return link('Merge', '/students/merge', { keep: String(student.id), remove: String(other.id) });
  if (kind === 'failed_mails') return link('Send again', '/jobs', {});
  if (same) return link('Edit', editPages[same.what], { edit: String(same.id) });
  if (kind === 'unused_cards' && student)
    return link('Edit student', '/students/add', { edit: String(student.id) });
  return null;
}
