import type { ReadFile } from './read.ts';

type Read = ReadFile<'students'>['rows'][number];

/** A row of a file; of other systems also without a date of birth (`importMayOmit`). */
export interface Line {
  line: number;
  row: Omit<Read['row'], 'date_of_birth'> & { date_of_birth: string | null };
}

export interface ExistingStudent {
  student_id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
  rfid_number: string | null;
  archived: boolean;
}
