import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { fullName, shownLastName } from '#contract/person-name.ts';
import { formatted, letterAlphabet, letterNumberLength } from '#contract/messages/letter-number.ts';
import { previewedLetters, type LetterText, type MadeLetters } from '#contract/messages/letters.ts';
import { templateKind, type LetterKind } from '#contract/messages/template-kinds.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { assertNotAboutOwn } from '#server/school/own-row.ts';
import { createFiller, readTemplate } from '../templates/store.ts';
import type { Recipient } from './recipients.ts';
import { datesIn, unmadeNumber } from './words.ts';

/** A letter to be made: for whom, about what, and the values of the fields that are its kind's own. */
export interface Draft {
  recipient: Recipient;
  subject: { id: number; subject_name: string; subject_code: string } | null;
  semester: number | null;
  values: Record<string, string>;
}

interface MakeOptions {
  kind: LetterKind;
  drafts: Draft[];
  leftOut: MadeLetters['left_out'];
  user: CurrentUser;
  preview: boolean;
}

/** Longer ones are a mistake in the template: a list of subjects that it repeats. */
const maxLength = { title: 20_000, body: 60_000 };
/** Characters of all letters of a call: 500 of four pages. Their text is in memory several times. */
const maxTotal = 4_000_000;
/** Letters that are stored by one statement. */
const storedAtOnce = 50;

/** Values that every letter has. */
export function commonValues(
  { settings, clock }: Pick<AppContext, 'settings' | 'clock'>,
  recipient: Recipient,
  user: CurrentUser,
): Record<string, string> {
  const dates = datesIn(settings.current());
  const { first_name, student_id, date_of_birth } = recipient;
  return {
    student_name: fullName(recipient),
    first_name,
    last_name: shownLastName(recipient),
    student_id,
    date_of_birth: date_of_birth ? dates.long(date_of_birth) : '–',
    institute: settings.current().title,
    date: dates.long(clock.today()),
    made_by: user.name,
    number: unmadeNumber,
  };
}

/**
 * Fills the template for each draft and stores the letters with their numbers, unless it is a preview
 * (R-PAPER-2). Within the transaction that has locked the students.
 * @throws ApiError 403 where one is about the user (R-ME-6).
 */
export async function makeLetters(
  context: AppContext,
  trx: Database,
  { kind, drafts, leftOut, user, preview }: MakeOptions,
): Promise<MadeLetters> {
  await assertNotAboutOwn(
    trx,
    drafts.map(({ recipient }) => recipient.id),
    user,
  );
  const fill = createFiller(kind, await readTemplate(trx, kind));
  const made_at = context.clock.now().toString();
  const shown = preview ? drafts.slice(0, previewedLetters) : drafts;
  let characters = 0;
  const made = await mapInSlices(shown, ({ recipient, subject, values }) => {
    const number = preview ? null : randomNumber();
    const text = fill({
      ...commonValues(context, recipient, user),
      ...values,
      ...(number && { number: formatted(number) }),
    });
    assertLength(kind, text);
    characters += text.title.length + text.body.length;
    if (characters > maxTotal) throw tooMuch(kind);
    const { id, student_id, first_name, last_name } = recipient;
    return {
      number,
      letter: {
        kind,
        student: { id, student_id, first_name, last_name },
        subject: subject && {
          subject_name: subject.subject_name,
          subject_code: subject.subject_code,
        },
        made_at,
        made_by: user.name,
        ...text,
      },
    };
  });
  const ids = preview
    ? []
    : await store(trx, {
        kind,
        by: { user: user.id, at: made_at },
        letters: made.map(({ number, letter }, at) => ({
          number: number ?? '',
          student: letter.student.id,
          subject: drafts[at]?.subject?.id ?? null,
          semester: drafts[at]?.semester ?? null,
          title: letter.title,
          body: letter.body,
        })),
      });
  const letters: LetterText[] = made.map(({ number, letter }, at) => ({
    id: ids[at] ?? null,
    number: number && formatted(number),
    ...letter,
  }));
  return { letters, total: drafts.length, left_out: leftOut };
}

function assertLength(kind: LetterKind, text: { title: string; body: string }): void {
  if (text.title.length <= maxLength.title && text.body.length <= maxLength.body) return;
  const { title } = templateKind(kind);
  throw validationError('template', `makes a letter that is too long: shorten "${title}"`);
}

const tooMuch = (kind: LetterKind) =>
  validationError(
    'template',
    `makes letters of more than ${maxTotal / 1_000_000} million characters: choose fewer students, or shorten "${templateKind(kind).title}"`,
  );

/** 60 bits, so that none can be guessed. */
const randomNumber = (): string =>
  Array.from(randomBytes(letterNumberLength), (byte) => letterAlphabet[byte & 31]).join('');

interface Stored {
  kind: LetterKind;
  by: { user: number; at: string };
  letters: {
    number: string;
    student: number;
    subject: number | null;
    semester: number | null;
    title: string;
    body: string;
  }[];
}

/** @returns the ids, in the order of the letters. */
async function store(trx: Database, { kind, by, letters }: Stored): Promise<number[]> {
  const ids = new Map<string, number>();
  for (let at = 0; at < letters.length; at += storedAtOnce) {
    const some = letters.slice(at, at + storedAtOnce);
    const { rows } = await sql<{ id: number; number: string }>`
      insert into letter (number, kind, student_id, subject_id, semester_id, title, body, made_by, made_at)
      select number, ${kind}, student, subject, semester, title, body, ${by.user}, ${by.at}
      from unnest(${some.map((it) => it.number)}::text[], ${some.map((it) => it.student)}::bigint[],
        ${some.map((it) => it.subject)}::bigint[], ${some.map((it) => it.semester)}::bigint[],
        ${some.map((it) => it.title)}::text[], ${some.map((it) => it.body)}::text[])
        as new(number, student, subject, semester, title, body)
      returning id, number`.execute(trx);
    for (const { id, number } of rows) ids.set(number, id);
  }
  return letters.flatMap(({ number }) => ids.get(number) ?? []);
}
