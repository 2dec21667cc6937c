import { Anchor } from '@mantine/core';
import { inboxEndpoints, jobEndpoints } from '#contract/exchange/exports.endpoints.ts';
import type { InboxMail, Job } from '#contract/exchange/export.ts';
import { jobStates, mailKinds, mailTitles } from '#contract/job-states.ts';
import type { Column } from '#web/ui/list/column.ts';
import { choicesOf, type FilterOf } from '#web/ui/list/filter.ts';
import { moment } from '#web/ui/format.ts';
import { capitalize } from '#web/ui/labels.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import classes from './Exports.module.css';

const common = { permission: 'Timetables', archivable: false, addPath: null } as const;
export const jobResource: ResourceInfo<Job> = {
  title: 'Exports by mail',
  singular: 'Export',
  path: '/jobs',
  calls: jobEndpoints,
  ...common,
};
export const inboxResource: ResourceInfo<InboxMail> = {
  title: 'Local inbox',
  singular: 'Mail',
  path: '/inbox',
  calls: inboxEndpoints,
  ...common,
};

export const jobColumns = (timeZone: string): Column<Job>[] => [
  {
    id: 'created_at',
    title: 'Requested',
    text: (row) => moment(row.created_at, timeZone),
    ordering: 'created_at',
  },
  { id: 'title', title: 'Export', text: (row) => row.title, ordering: 'title' },
  { id: 'recipient', title: 'Sent to', text: (row) => row.recipient, ordering: 'recipient' },
  { id: 'requested_by', title: 'By', text: (row) => row.requested_by },
  {
    id: 'state',
    title: 'State',
    text: (row) => capitalize(row.state),
    cell: (row) => (
      <span className={classes.state} data-state={row.state}>
        {capitalize(row.state)}
      </span>
    ),
    ordering: 'state',
  },
  { id: 'attempts', title: 'Attempts', text: (row) => row.attempts, numeric: true },
  { id: 'reason', title: 'Reason', text: (row) => row.reason, wraps: true },
  {
    id: 'finished_at',
    title: 'Finished',
    text: (row) => row.finished_at && moment(row.finished_at, timeZone),
  },
];

export const jobFilters: FilterOf<typeof jobEndpoints.list>[] = [
  {
    kind: 'checkbox',
    name: 'kind',
    title: 'Export',
    choices: mailKinds.map((kind) => ({ value: kind, label: mailTitles[kind] })),
  },
  { kind: 'checkbox', name: 'state', title: 'State', choices: choicesOf(jobStates, capitalize) },
];

export const inboxColumns = (
  timeZone: string,
  open: (mail: InboxMail) => void,
): Column<InboxMail>[] => [
  { id: 'at', title: 'Date', text: (row) => moment(row.at, timeZone), ordering: 'at' },
  {
    id: 'subject',
    title: 'Subject',
    text: (row) => row.subject,
    cell: (row) => (
      <Anchor
        component="button"
        type="button"
        size="sm"
        mih={24}
        maw="100%"
        ta="start"
        truncate
        onClick={() => open(row)}
      >
        {row.subject}
      </Anchor>
    ),
    wraps: true,
  },
  { id: 'to', title: 'To', text: (row) => row.to, ordering: 'to' },
  {
    id: 'attachments',
    title: 'Attachments',
    text: (row) => row.attachments.map(({ name }) => name).join(', '),
    wraps: true,
  },
];
