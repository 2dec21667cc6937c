import type { ReadFile } from './read.ts';

type Read = ReadFile<'students'>['rows'][number];

type Omittable = 'first_name' | 'last_name' | 'phone_number' | 'date_of_birth';

/** A row of a file; null is what it does not tell: what the table of another system leaves out (R-IMPORT-14). */
export interface Line {
  line: number;
  row: Omit<Read['row'], Omittable> & Record<Omittable, string | null>;
}

export interface ExistingStudent {
  student_id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  date_of_birth: string | null;
  rfid_number: string | null;
  archived: boolean;
}
