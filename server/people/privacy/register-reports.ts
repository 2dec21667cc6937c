import {
  all,
  none,
  retained,
  staff,
  student,
  type TableEntry,
} from '#server/school/privacy-entries.ts';

/** What users have saved for themselves and each other. */
const savedReportEntry: TableEntry<'saved_report'> = {
  purpose: 'reports under a name: the filters of their addresses, with ids',
  retention: 'until its author deletes it',
  columns: {
    ...all(['id', 'is_shared', 'created_at'], none),
    name: student('proposed'),
    address: retained(
      'validated filters alone: one by student is an id, which names an anonymous row',
    ),
    created_by: staff('who may change it'),
  },
};

/** Which lists a user has ordered by mail. */
const listMailEntry: TableEntry<'list_mail'> = {
  purpose: 'which lists a user receives by mail, and how often',
  retention: 'until the user ends it',
  columns: {
    ...all(['list', 'every', 'sent_on'], none),
    user_id: staff('who receives it'),
  },
};

/** What users have saved and ordered for themselves. */
export const reportTables = { saved_report: savedReportEntry, list_mail: listMailEntry };
