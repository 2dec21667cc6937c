import {
  makeCertificates,
  makeIntentionLetters,
  makeWarningLetters,
} from '#contract/messages/letters.endpoints.ts';
import type { MadeLetters } from '#contract/messages/letters.ts';
import { request } from '#web/platform/api.ts';

/** For whom letters are made: students, or lines of the red list; and the semester. */
export type LetterChoice =
  | { kind: 'certificate'; students: number[] }
  | { kind: 'intention_letter'; students: number[]; semester: number | null }
  | { kind: 'warning_letter'; entries: number[] };

/** The period of certificates; a semester goes before dates. */
export interface Period {
  semester: number | null;
  from: string;
  to: string;
}

/** Letters of one call. */
export const maxLetters = 500;

export const countOf = (choice: LetterChoice): number =>
  choice.kind === 'warning_letter' ? choice.entries.length : choice.students.length;

/** Makes the letters, or previews them. */
export function sendLetters(
  choice: LetterChoice,
  { semester, from, to }: Period,
  options: { preview?: true; signal?: AbortSignal },
): Promise<MadeLetters> {
  const { signal, ...preview } = options;
  if (choice.kind === 'warning_letter')
    return request(makeWarningLetters, {
      body: { ids: choice.entries, ...preview },
      ...(signal && { signal }),
    });
  if (choice.kind === 'intention_letter')
    return request(makeIntentionLetters, {
      body: { student: choice.students, semester_id: choice.semester, ...preview },
      ...(signal && { signal }),
    });
  const period = semester ? { semester_id: semester } : { from_date: from, to_date: to };
  return request(makeCertificates, {
    body: { student: choice.students, ...period, ...preview },
    ...(signal && { signal }),
  });
}
