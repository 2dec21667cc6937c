import type { FileColumn } from '../file-column.ts';

/** The columns of a file of guardians (R-GUARD-1). Without zod: the page loads no schemas for it. */
export const guardianFile = [
  {
    name: 'student_id',
    isRequired: true,
    example: 'S1000001',
    aliases: ['student', 'studentnumber', 'studentno', 'studentidnumber', 'matrikelnummer'],
  },
  {
    name: 'name',
    isRequired: true,
    example: 'Gus Hall',
    aliases: ['guardian', 'guardianname', 'parent', 'parentname', 'contact', 'fullname'],
  },
  {
    name: 'relation',
    isRequired: false,
    example: 'Father',
    aliases: ['relationship', 'type', 'beziehung'],
  },
  {
    name: 'email',
    isRequired: false,
    example: 'gus@home.example',
    aliases: ['mail', 'emailaddress', 'guardianemail'],
  },
  {
    name: 'phone',
    isRequired: false,
    example: '+61 400 000 000',
    aliases: ['phonenumber', 'mobile', 'mobilephone', 'telephone', 'guardianphone', 'telefon'],
  },
  {
    name: 'gets_messages',
    isRequired: false,
    example: 'yes',
    aliases: ['messages', 'notify', 'nachrichten'],
  },
  { name: 'consent', isRequired: false, example: 'no', aliases: ['studentagrees', 'agreed'] },
] as const satisfies FileColumn[];

export const guardianColumns = guardianFile.map(({ name }) => name);
