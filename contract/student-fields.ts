import { keysOf } from './keys-of.ts';

/** Facts about a field besides its schema. Without zod: lists need it, and load no schemas. */
interface FieldFacts {
  label: string;
  /** PostgreSQL type of its column; text when left out. */
  column?: 'date';
  /** Value after the erasure of the person; `placeholder` is a free ID. */
  erased: string | null;
  /** It may be empty. */
  optional?: true;
  /** Its column in the upload and the bulk export; omitted for fields that files do not have. */
  file?: {
    /** It is in the template of the upload. */
    example: string;
    /** Spreadsheets round it: a rounded number is rejected. */
    isNumber?: true;
  };
}

/**
 * The fields of a student in the order of their files; schemas are in `student.ts`. Every field
 * here is personal data.
 */
const studentFields = {
  student_id: {
    label: 'Student ID',
    erased: 'placeholder',
    file: {
      example: 'S1000001',
      isNumber: true,
    },
  },
  first_name: {
    label: 'First name',
    erased: 'Erased',
    file: {
      example: 'Mei',
    },
  },
  last_name: {
    label: 'Last name',
    erased: 'Student',
    file: {
      example: 'Nguyễn',
    },
  },
  phone_number: {
    label: 'Phone number',
    erased: '',
    file: {
      example: '+61 400 000 000',
      isNumber: true,
    },
  },
  date_of_birth: {
    label: 'Date of birth',
    column: 'date',
    erased: null,
    file: {
      example: '2005-04-23',
    },
  },
  gender: {
    label: 'Gender',
    erased: null,
    optional: true,
    file: {
      example: 'female',
    },
  },
  batch: {
    label: 'Batch',
    erased: null,
    optional: true,
    file: {
      example: '2026',
      isNumber: true,
    },
  },
  student_mail: {
    label: 'E-mail',
    erased: null,
    optional: true,
    file: {
      example: 's1000001@school.example',
    },
  },
  rfid_number: {
    label: 'RFID number',
    erased: null,
    optional: true,
    file: {
      example: '7000100000',
      isNumber: true,
    },
  },
  profile_image: { label: 'Profile image', erased: null, optional: true },
  card_print_status: {
    label: 'Card print status',
    erased: null,
    optional: true,
    file: { example: 'not_printed' },
  },
} as const satisfies Record<string, FieldFacts>;

export type StudentField = keyof typeof studentFields;
/** Fields that files have. */
export type StudentColumn = {
  [Name in StudentField]: (typeof studentFields)[Name] extends { file: object } ? Name : never;
}[StudentField];

export const studentFieldNames = keysOf(studentFields);

/** The facts of a field, by any name. */
export const factsOf = (name: StudentField): FieldFacts => studentFields[name];

/** The columns of the bulk upload and the bulk export. */
export const studentColumns = studentFieldNames.filter(
  (name): name is StudentColumn => factsOf(name).file !== undefined,
);
