import type { FileColumn } from '../file-column.ts';
import { studentFile } from '../student-file.ts';

const studentIdColumn = studentFile.find(({ name }) => name === 'student_id');

/** The columns of a file of guardians (R-GUARD-1). Without zod: the page loads no schemas for it. */
export const guardianFile = [
  {
    name: 'student_id',
    label: 'Student ID',
    isRequired: true,
    example: 'S1000001',
    // Without "id": of a list of guardians it is theirs.
    aliases: ['student', ...(studentIdColumn?.aliases ?? []).filter((alias) => alias !== 'id')],
  },
  {
    name: 'name',
    label: 'Name',
    isRequired: true,
    example: 'Gus Hall',
    aliases: [
      'guardian',
      'guardianname',
      'parent',
      'parentname',
      'contact',
      'fullname',
      'nom',
      'nombre',
      'tutor',
      'erziehungsberechtigte',
      'elternteil',
    ],
  },
  {
    name: 'relation',
    label: 'Relation',
    isRequired: false,
    example: 'Father',
    aliases: [
      'relationship',
      'type',
      'beziehung',
      'lien',
      'liendeparente',
      'relacion',
      'parentesco',
    ],
  },
  {
    name: 'email',
    label: 'E-mail',
    isRequired: false,
    example: 'gus@home.example',
    aliases: [
      'mail',
      'emailaddress',
      'guardianemail',
      'parentemail',
      'emailadresse',
      'courriel',
      'correo',
    ],
  },
  {
    name: 'phone',
    label: 'Phone',
    isRequired: false,
    example: '+61 400 000 000',
    aliases: [
      'phonenumber',
      'mobile',
      'mobilephone',
      'telephone',
      'guardianphone',
      'parentphone',
      'mobilenumber',
      'telefon',
      'tel',
      'handy',
      'telefono',
      'portable',
      'movil',
    ],
  },
  {
    name: 'gets_messages',
    label: 'Gets messages',
    isRequired: false,
    example: 'yes',
    aliases: ['messages', 'notify', 'nachrichten'],
  },
  {
    name: 'consent',
    label: 'Student agrees',
    isRequired: false,
    example: 'no',
    aliases: ['studentagrees', 'agreed'],
  },
] as const satisfies FileColumn[];

export const guardianColumns = guardianFile.map(({ name }) => name);
