import type { InboxMail, Job } from '../../../contract/export.ts';
import { jobStates } from '../../../contract/job-states.ts';
import type { Column } from '../../ui/list/column.ts';
import { choicesOf, type Filter } from '../../ui/list/filter.ts';
import { moment } from '../../ui/names.ts';
import type { SectionInfo } from '../../ui/section.ts';
import classes from './Exports.module.css';

const common = { resource: 'Timetables', neverArchived: true, addPath: null } as const;
export const jobSection: SectionInfo = { title: 'Exports by mail', one: 'Export', path: '/jobs', api: 'jobs', ...common };
export const inboxSection: SectionInfo = { title: 'Local inbox', one: 'Mail', path: '/inbox', api: 'inbox', ...common };

export const jobColumns = (timeZone: string): Column<Job>[] => [
  { id: 'created_at', title: 'Asked for', text: (row) => moment(row.created_at, timeZone), ordering: 'created_at' },
  { id: 'title', title: 'Export', text: (row) => row.title, ordering: 'title' },
  { id: 'recipient', title: 'Mailed to', text: (row) => row.recipient, ordering: 'recipient' },
  { id: 'requested_by', title: 'By', text: (row) => row.requested_by },
  {
    id: 'state',
    title: 'State',
    text: (row) => row.state,
    cell: (row) => (
      <span className={classes.state} data-state={row.state}>
        {row.state}
      </span>
    ),
    ordering: 'state',
  },
  { id: 'attempts', title: 'Tries', text: (row) => row.attempts, numeric: true },
  { id: 'reason', title: 'Reason', text: (row) => row.reason, wraps: true },
  { id: 'finished_at', title: 'Finished', text: (row) => row.finished_at && moment(row.finished_at, timeZone) },
];

export const jobFilters: Filter[] = [{ kind: 'checkbox', name: 'state', title: 'State', choices: choicesOf(jobStates) }];

export const inboxColumns = (timeZone: string): Column<InboxMail>[] => [
  { id: 'at', title: 'Date', text: (row) => moment(row.at, timeZone), ordering: 'at' },
  { id: 'to', title: 'To', text: (row) => row.to, ordering: 'to' },
  { id: 'subject', title: 'Subject', text: (row) => row.subject, wraps: true },
  { id: 'attachments', title: 'Attachments', text: (row) => row.attachments.map(({ name }) => name).join(', '), wraps: true },
];
