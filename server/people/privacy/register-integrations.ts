import {
  all,
  none,
  retained,
  staff,
  student,
  type TableEntry,
} from '#server/school/privacy-entries.ts';

type IntegrationTable =
  | 'access_token'
  | 'webhook'
  | 'webhook_delivery'
  | 'webhook_progress'
  | 'import_run'
  | 'import_run_part'
  | 'import_run_change'
  | 'import_source'
  | 'import_answer'
  | 'import_class';

/** What other programs of the institute use. */
export const integrationTables: { [Table in IntegrationTable]: TableEntry<Table> } = {
  access_token: {
    purpose: 'tokens of programs that call the API',
    retention: 'for ever, as a hash: histories of marks and the audit log name them',
    columns: {
      ...all(
        ['id', 'name', 'hash', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'],
        none,
      ),
      ...all(['user_id', 'issuer', 'subject'], staff('whose rights a token has')),
      revoked_by: staff('who ended it'),
    },
  },
  webhook: {
    purpose: 'addresses that are notified of changes',
    retention: 'until an administrator deletes it',
    columns: {
      ...all(
        [
          'id',
          'name',
          'url',
          'kinds',
          'with_names',
          'secret',
          'created_at',
          'failures',
          'failing_since',
          'paused_until',
          'delivered_at',
          'disabled_at',
          'is_mail_due',
        ],
        none,
      ),
      ...all(['created_by', 'disabled_by'], staff('who added or disabled it')),
    },
  },
  import_run: {
    purpose: 'files of other systems that are imported: what was found in them',
    retention: 'for KEEP_IMPORTS_DAYS, and until the next erasure; not part of a backup',
    columns: {
      ...all(['id', 'kind', 'bytes', 'sha256', 'started_at', 'state', 'step', 'attempt'], none),
      ...all(['phase', 'done', 'total', 'error'], none),
      ...all(['started_by', 'ordered_by'], staff('who imports')),
      ...all(['file_name', 'answers', 'report', 'problems'], student('deleted')),
    },
  },
  import_run_part: {
    purpose: 'the file of an import, until it is written',
    retention: 'for KEEP_IMPORTS_DAYS, and until the next erasure; not part of a backup',
    columns: { ...all(['import_run_id', 'number'], none), content: student('deleted') },
  },
  import_run_change: {
    purpose: 'each change that an import makes or would make',
    retention: 'for KEEP_IMPORTS_DAYS, and until the next erasure; not part of a backup',
    columns: {
      ...all(['import_run_id', 'number', 'record', 'outcome', 'date'], none),
      ...all(['class_name', 'fields'], student('deleted')),
    },
  },
  import_answer: {
    purpose: 'answers to questions of imports, for the next file of the same source',
    retention: 'the latest 2,000 of a source; one that may mean a student until the erasure',
    columns: {
      ...all(['import_source_id', 'about', 'used_at'], none),
      used_by: staff('who imported with it'),
      ...all(['question', 'answer'], student('deleted')),
    },
  },
  import_class: {
    purpose: 'teacher, room and time of each class in the last file of a calendar',
    retention: 'until the class is deleted',
    columns: {
      ...all(['import_source_id', 'class_schedule_id', 'written_at'], none),
      reported: staff('the id of the teacher whom the file names'),
    },
  },
  import_source: {
    purpose: 'calendars and other systems whose files are imported, by name',
    retention: 'for ever: the next file is recognised by it',
    columns: { ...all(['id', 'kind', 'is_earlier'], none), name: student('proposed') },
  },
  webhook_delivery: {
    purpose: 'events that webhooks are sent, by ids; names are read when a request is sent',
    retention: 'for KEEP_WEBHOOKS_DAYS; not part of a backup',
    columns: {
      ...all(
        [
          'id',
          'webhook_id',
          'message_id',
          'event',
          'class_schedule_id',
          'date',
          'at',
          'state',
          'attempts',
          'next_at',
          'leased_until',
          'attempted_at',
          'answer_code',
          'duration_ms',
          'error',
        ],
        none,
      ),
      ...all(
        ['student_id', 'subject'],
        retained('an id names a row that is anonymous after the erasure'),
      ),
    },
  },
  webhook_progress: {
    purpose: 'how far the history of marks was turned into events',
    retention: 'one row; not part of a backup',
    columns: all(['is_single', 'history_id', 'history_xid'], none),
  },
};
