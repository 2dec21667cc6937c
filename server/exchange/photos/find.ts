import { messages } from '#contract/texts.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { isMailOf } from '#server/school/own-row.ts';

/** A student whose photo a file is. */
export interface PhotoStudent {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  /** The key or address of the photo until now. */
  profile_image: string | null;
}

/** Whose photo a file is, or why it is left out. */
export type PhotoOwner = { student: PhotoStudent } | { reason: string };

/** `Fox_Ann_S12.JPG` → `Fox_Ann_S12`. */
const baseOf = (name: string): string => name.replace(/\.[^.]*$/, '').trim();
/** The parts of a name of a file, one of which may be the ID; IDs may have hyphens. */
const partsOf = (base: string): string[] => {
  const parts = base.split(/[\s_,;.()[\]–—]+/u);
  return [...parts, ...parts.flatMap((part) => part.split('-'))].filter(Boolean);
};

/**
 * Finds whose photo each file is by its name: the student ID in any letters, alone or as one part of
 * the name beside others (`Fox_Ann_S12.jpg`).
 * @param user the address of who imports, whose own row is left out.
 * @param lock locks the students' rows, in the order of their ids.
 */
export async function ownersOf(
  database: Database,
  names: readonly string[],
  { user, lock }: { user: string | null; lock: boolean },
): Promise<Map<string, PhotoOwner>> {
  const texts = names.flatMap((name) => [baseOf(name), ...partsOf(baseOf(name))]);
  const query = database
    .selectFrom('student')
    .select(['id', 'student_id', 'first_name', 'last_name', 'profile_image'])
    .select(['student_mail', 'archived_at', 'erased_at', 'merged_into'])
    .where(({ fn }) => fn('lower', ['student_id']), '=', anyOf.texts(distinct(texts)))
    .orderBy('id');
  const rows = await (lock ? query.forNoKeyUpdate() : query).execute();
  const byId = new Map(rows.map((row) => [row.student_id.toLowerCase(), row]));
  const ownerOf = (name: string): PhotoOwner => {
    const whole = byId.get(baseOf(name).toLowerCase());
    const found = whole
      ? [whole]
      : distinct(partsOf(baseOf(name))).flatMap((part) => byId.get(part) ?? []);
    const [student, ...others] = found;
    if (!student || student.erased_at !== null) return { reason: 'no student has this ID' };
    if (others.length > 0)
      return { reason: `names ${found.map(({ student_id }) => student_id).join(' and ')}` };
    if (student.merged_into !== null)
      return { reason: `${student.student_id} was merged with another student` };
    if (student.archived_at !== null) return { reason: `${student.student_id} is archived` };
    if (user !== null && isMailOf(student.student_mail, { email: user }))
      return { reason: messages.ownStudent };
    return { student };
  };
  return new Map(names.map((name) => [name, ownerOf(name)]));
}

const distinct = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.toLowerCase())),
];
