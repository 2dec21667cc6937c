import {
  all,
  none,
  retained,
  staff,
  student,
  type TableEntry,
} from '#server/school/privacy-entries.ts';

/** The institute's texts of letters. */
export const templateEntry: TableEntry<'template'> = {
  purpose: 'texts of letters and certificates, where they are not the default',
  retention: 'until they are changed',
  columns: {
    ...all(['kind', 'version', 'changed_at'], none),
    ...all(['title', 'body'], student('proposed')),
    changed_by: staff('who changed the text'),
  },
};

/** Letters as they were made. */
export const letterEntry: TableEntry<'letter'> = {
  purpose: 'letters and certificates of students, to be opened again and verified',
  retention: 'for ever; the text until erased',
  columns: {
    ...all(['id', 'kind', 'subject_id', 'semester_id', 'made_at'], none),
    ...all(['title', 'body'], student('nulled')),
    student_id: retained('names a row that is anonymous after the erasure'),
    number: retained('says that a paper is genuine, and names no person'),
    made_by: staff('who made the letter'),
  },
};
