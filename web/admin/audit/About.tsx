import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { aboutParts } from '#contract/admin/audit-about.ts';
import type { AuditLine, AuditName } from '#contract/admin/audit.ts';
import { longDate } from '#web/ui/format.ts';

/** The page of a record, by its kind; others are named without a link. */
const pages: Record<string, { to: string; param: 'id' | 'edit' }> = {
  student: { to: '/students/student-details', param: 'id' },
  teacher: { to: '/teachers/add', param: 'edit' },
  course: { to: '/courses/add', param: 'edit' },
  specialization: { to: '/specialization/add', param: 'edit' },
  subject: { to: '/subjects/add', param: 'edit' },
  semester: { to: '/semester/add', param: 'edit' },
  classroom: { to: '/classroom/add', param: 'edit' },
  holiday: { to: '/holiday/add', param: 'edit' },
  cohort: { to: '/cohort/view', param: 'id' },
  follow_up: { to: '/follow-ups/view', param: 'id' },
  class_schedule: { to: '/timetable/add', param: 'edit' },
};

/** So many records of a line are named; of more, the cell's title and the files have all names. */
const most = 5;

/** The records of a line, with links. */
export function About({ line }: { line: AuditLine }) {
  return aboutParts(line, (date) => longDate(date).replaceAll(' ', '\u00a0'), most).map(
    ({ field, title, parts, joint }, at) => (
      <Fragment key={field}>
        {at > 0 && joint}
        {title && `${title} `}
        {parts.map((part, place) => (
          <Fragment key={typeof part === 'string' ? `${place} ${part}` : part.id}>
            {place > 0 && ', '}
            {typeof part === 'string' ? part : <NameLink of={part} />}
          </Fragment>
        ))}
      </Fragment>
    ),
  );
}

function NameLink({ of: { thing, id, name } }: { of: AuditName }) {
  const page = pages[thing];
  if (!page) return name;
  return (
    <Anchor
      size="sm"
      underline="always"
      renderRoot={(props) => <Link {...props} to={page.to} search={{ [page.param]: String(id) }} />}
    >
      {name}
    </Anchor>
  );
}
