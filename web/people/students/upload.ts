import { uploadStudents } from '#contract/people/students.endpoints.ts';
import { studentFile } from '#contract/student-file.ts';
import { resourceKey } from '#web/ui/resource.ts';
import type { UploadKind } from '#web/ui/upload/upload-kind.ts';
import { studentResource } from './resource.tsx';

export const studentUpload: UploadKind = {
  title: 'Bulk upload of students',
  endpoint: uploadStudents,
  columns: studentFile,
  help: 'It has one student a line; those who are here already are recognised by their student ID and changed where the file differs. The last name of a student who has one name only is “–”; it is not printed.',
  importTakes:
    'takes files without a header, without phone numbers or dates of birth, of cards alone, and with whole names in one column.',
  next: [
    { title: 'Enrol by cohort', to: '/enroll-by-cohort/add' },
    { title: 'Hand out cards', to: '/students/cards' },
  ],
  template: 'students-template.csv',
  changes: resourceKey(studentResource),
};
