import { fullName } from '#contract/person-name.ts';
import { uploadStudents } from '#contract/people/students.endpoints.ts';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { saveFile } from '#server/platform/files/saving.ts';
import { removeReleased } from '#server/platform/files/tidying.ts';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import { recordOwnRefusal } from '../csv/own-refusal.ts';
import { waitForErasures } from '../csv/students.ts';
import { assertAsChecked, fingerprintOf } from '../runs/checked.ts';
import type { ImportFound, ImportWork } from '../runs/import-work.ts';
import { Problems } from '../runs/problems.ts';
import { Questions } from '../runs/questions.ts';
import { openSource, SourceError, type Source } from '../source.ts';
import { ownersOf, type PhotoStudent } from './find.ts';
import { BadPhoto, photoOf } from './photo.ts';

/** Files that an archive of photos may have: twice the students of a large institute. */
const maxFiles = 20_000;
const archive = { endings: /\.(jpe?g|png|webp)$/i, entries: maxFiles };
const category = 'student-profile';
/** Students that a check lists. */
const maxListed = 1000;

/** A photo of the archive that can be taken. */
interface Photo {
  name: string;
  student: PhotoStudent;
}

/**
 * Photos of students from a ZIP file, each named by a student ID (R-IMPORT-16): all that fit are one
 * operation; the others are named.
 */
export async function importPhotos(work: ImportWork): Promise<ImportFound> {
  const problems = new Problems();
  const questions = new Questions({ ...work.answers });
  const found = { problems, questions };
  try {
    const source = await openSource(await work.path(), archive);
    try {
      return await importFrom(work, source, found);
    } finally {
      source.close();
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    problems.error(error.file, 1, '-', error.message);
    return { ...reportOf(found, []), unusable: true };
  }
}

interface Found {
  problems: Problems;
  questions: Questions;
}

async function importFrom(work: ImportWork, source: Source, found: Found): Promise<ImportFound> {
  const { problems, questions } = found;
  for (const name of source.ignored)
    if (!isHidden(name)) leaveOut(problems, name, 'is no JPEG, PNG or WebP file');
  const named = await namedPhotos(work, source, problems);
  const fitting: Photo[] = [];
  for (const photo of named) {
    work.progress('Reading the photos', fitting.length, named.length);
    const problem = await problemOf(source, photo.name);
    if (problem === null) fitting.push(photo);
    else leaveOut(problems, photo.name, problem);
  }
  if (fitting.length === 0)
    problems.error('-', 1, '-', 'No photo in this file is named by the ID of a student');
  const replaced = fitting.filter(({ student }) => student.profile_image !== null);
  const leaves = replaced.length > 0 && askReplace(questions, replaced.length) !== 'replace';
  for (const [name, reason] of questions.wrong)
    problems.error('-', 1, name, `the answer ${reason}`);
  const photos = leaves ? fitting.filter(({ student }) => student.profile_image === null) : fitting;
  const report = reportOf(found, photos, leaves ? replaced.length : 0);
  const isReady = questions.open.length === 0 && problems.totals.error === 0;
  return work.dryRun || !isReady ? report : write(work, { source, photos, report });
}

/** Files whose names begin with a dot, and what systems put beside photos. */
const isHidden = (name: string): boolean => /^\.|^(thumbs\.db|desktop\.ini)$/i.test(name);

/** The photos of students, by the names of the files; two of one student are an error. */
async function namedPhotos(
  { database, by }: ImportWork,
  source: Source,
  problems: Problems,
): Promise<Photo[]> {
  const names = [...source.files.keys()].filter((name) => !isHidden(name));
  const owners = await ownersOf(database, names, { user: by?.email ?? null, lock: false });
  const taken = new Map<number, string>();
  return names.flatMap((name): Photo[] => {
    const owner = owners.get(name);
    if (!owner || 'reason' in owner) {
      leaveOut(problems, name, owner?.reason ?? 'no student has this ID');
      return [];
    }
    const { student } = owner;
    const other = taken.get(student.id);
    taken.set(student.id, name);
    if (other === undefined) return [{ name, student }];
    problems.add({
      ...placeOf(name),
      reason: `${other} and ${name} are both a photo of ${student.student_id}`,
      level: 'error',
    });
    return [];
  });
}

/** A photo has no lines and columns. */
const placeOf = (file: string) => ({ file, line: null, column: '-' });
const leaveOut = (problems: Problems, file: string, reason: string): void =>
  problems.add({ ...placeOf(file), reason, level: 'skipped' });

/** Why a file cannot be taken; null where it can. */
async function problemOf(source: Source, name: string): Promise<string | null> {
  try {
    await photoOf(source, name);
    return null;
  } catch (error) {
    if (error instanceof BadPhoto) return error.message;
    throw error;
  }
}

const askReplace = (questions: Questions, count: number): string | null =>
  questions.ask({
    name: 'existing',
    label: `${count} of these students ${count === 1 ? 'has' : 'have'} a photo already`,
    help: 'A photo that is replaced is deleted; undoing the import does not bring it back.',
    found: null,
    isOfFile: true,
    choices: [
      { value: 'leave', label: 'Leave the photos that are here' },
      { value: 'replace', label: 'Replace them' },
    ],
  });

function reportOf({ problems, questions }: Found, photos: readonly Photo[], left = 0): ImportFound {
  return {
    counts: [
      {
        table: 'student',
        created: 0,
        updated: photos.length,
        unchanged: left,
        archived: 0,
        skipped: problems.totals.skipped,
      },
    ],
    questions: questions.put,
    problems: problems.all,
    totals: { ...problems.totals },
    changes: {
      rows: photos.slice(0, maxListed).map(({ name, student }) => ({
        line: null,
        label: `${student.student_id} ${fullName(student)}`,
        change: 'changed',
        fields: [
          {
            field: 'profile_image',
            from: student.profile_image === null ? null : 'a photo',
            to: name,
          },
        ],
      })),
      total: photos.length,
    },
    fingerprint: fingerprintOfPhotos(photos),
    operation: null,
    written: false,
  };
}

const fingerprintOfPhotos = (photos: readonly Photo[]): string =>
  fingerprintOf(
    photos.map(({ name, student: { id, profile_image } }) => [name, id, profile_image]),
  );

interface Writing {
  source: Source;
  photos: readonly Photo[];
  report: ImportFound;
}

/** Stores the files, and then gives all of them to their students in one transaction. */
async function write(work: ImportWork, { source, photos, report }: Writing): Promise<ImportFound> {
  const { database, files, by, now, checked } = work;
  assertAsChecked(report.fingerprint, checked);
  const keys: string[] = [];
  for (const { name } of photos) {
    work.progress('Storing the photos', keys.length, photos.length);
    const photo = await photoOf(source, name);
    const uploadedBy = by?.user ?? null;
    keys.push(
      await saveFile(database, files, { ...(await photo.prepared()), category, uploadedBy }),
    );
  }
  const written = await database.transaction().execute(async (trx) => {
    await waitForErasures(trx);
    await assertSameOwners(trx, work, photos);
    const { operation } = await asOperation(
      trx,
      {
        kind: 'import',
        about: 'photos',
        user: by?.user ?? null,
        now,
        rights: uploadStudents.access,
      },
      () => give(trx, photos, keys),
    );
    const done = { ...report, changes: undefined, operation, written: true };
    await work.beforeCommit(trx, done);
    return done;
  });
  // The files of replaced photos; what cannot be removed now is removed later.
  await removeReleased(database, files).catch(() => {});
  if (by) await recordOwnRefusal(database, { bad: report.problems }, by);
  return written;
}

/** @throws ChangedSinceCheck where a student was changed, archived or erased since the files were read. */
async function assertSameOwners(
  trx: Database,
  { by, checked }: ImportWork,
  photos: readonly Photo[],
): Promise<void> {
  const names = photos.map(({ name }) => name);
  const owners = await ownersOf(trx, names, { user: by?.email ?? null, lock: true });
  const now = names.flatMap((name): Photo[] => {
    const owner = owners.get(name);
    return owner && 'student' in owner ? [{ name, student: owner.student }] : [];
  });
  assertAsChecked(fingerprintOfPhotos(now), checked);
}

async function give(trx: Database, photos: readonly Photo[], keys: readonly string[]) {
  const ids = photos.map(({ student }) => student.id);
  await sql`
    update student s set profile_image = v.key
    from unnest(${ids}::bigint[], ${keys}::text[]) v (id, key) where s.id = v.id`.execute(trx);
}
