import { uploadGuardians } from '#contract/people/guardians.endpoints.ts';
import { guardianFile } from '#contract/people/guardian-file.ts';
import type { UploadKind } from '#web/ui/upload/upload-kind.ts';
import { guardiansKey } from '#web/school/guardians.ts';

export const guardianUpload: UploadKind = {
  title: 'Upload of guardians',
  endpoint: uploadGuardians,
  columns: guardianFile,
  help: 'It has one guardian a line, with the student’s ID; those who are here already are recognised by student and name and changed where the file differs. Gets messages and Student agrees are yes or no; empty is no.',
  template: 'guardians-template.csv',
  changes: guardiansKey,
};
