import { control } from './control.ts';
import { timeForm } from './time-text.ts';
import { z } from 'zod';
import { isDate } from './dates.ts';
import { emailError } from './email.ts';
import {
  composed,
  composedLine,
  directionError,
  identifierError,
  visibleText,
  type Identifying,
} from './identifier.ts';
import { limits } from './limits.ts';
import { storedLastName } from './person-name.ts';
import { messages } from './texts.ts';

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

// Where a field has no message of its own: the library's say nothing to who has typed the value.
z.config({
  customError: (issue) =>
    issue.code === 'unrecognized_keys'
      ? undefined
      : isMissing(issue.input)
        ? messages.required
        : issue.code === 'invalid_type' && issue.expected in kinds
          ? `must be ${kinds[issue.expected]}`
          : messages.isInvalid,
});

/** Only the first of several errors of a field is reported. */
const first = (error: string) => ({ error, abort: true });

/** Field types that all resources share. */
const idText = 'must be a whole number';

/** An id in a JSON body. */
export const id = z
  .number({ error: idText })
  .int(first(idText))
  .positive(first(idText))
  .max(Number.MAX_SAFE_INTEGER, first(idText));

/** An id in a path or query. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, idText)
  .transform(Number);

/** `true` or `false` in a query. */
export const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true');

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** A path parameter of a record that has both: the id or the uuid. */
export const idOrUuid = z
  .string()
  .refine((text) => isUuid(text) || /^[1-9]\d{0,14}$/.test(text), 'must be an id or a uuid')
  .transform((text) => (isUuid(text) ? { uuid: text } : { id: Number(text) }));
export type IdOrUuid = z.output<typeof idOrUuid>;

export const notDate = 'must be a date, YYYY-MM-DD';
/** `YYYY-MM-DD`. */
export const dateOr = (required: string) =>
  z
    .string({ error: (issue) => (isMissing(issue.input) ? required : notDate) })
    .min(1, first(required))
    .refine(isDate, notDate);
export const date = dateOr(messages.required);

/** Normalizing takes long for a text without end, which is refused anyway. */
const maxComposed = 10_000;
const written = (as: TextOptions['as']) => (text: string) => {
  if (!as || text.length > maxComposed) return text;
  return as === 'line' ? composedLine(text) : composed(text);
};

/** Checks what a text may hold, and what an identifier may. */
const assertWritable = (as: TextOptions['as']) => (context: z.core.ParsePayload<string>) => {
  const text = context.value;
  const message = control.test(text)
    ? 'must not contain control characters'
    : !text.isWellFormed()
      ? 'must be well-formed text'
      : as === 'line'
        ? directionError(text)
        : as && identifierError(text, as);
  if (message) context.issues.push({ code: 'custom', input: text, message, continue: true });
};

interface TextOptions {
  /** The message for too long values. */
  tooLong?: string;
  /** It is an identifier (R-KEY-1), or a line that stands beside others (R-NAME-3). */
  as?: Identifying | 'line';
}

/** @param options messages for empty and for too long values. */
export const cleanText = (max: number, options: TextOptions & { required?: string } = {}) => {
  const { required = messages.required, tooLong = `must have at most ${max} characters` } = options;
  return z
    .string({ error: (issue) => (isMissing(issue.input) ? required : 'must be text') })
    .overwrite(written(options.as))
    .overwrite(visibleText)
    .min(1, first(required))
    .max(max, first(tooLong))
    .check(assertWritable(options.as));
};

/** Optional text: empty becomes null (R-FORM-5). */
export const optionalText = (max: number, options: TextOptions = {}) =>
  z
    .string('must be text')
    .overwrite(written(options.as))
    .overwrite(visibleText)
    .max(max, first(options.tooLong ?? `must have at most ${max} characters`))
    .check(assertWritable(options.as))
    .transform((text) => text || null)
    .nullish();

/** Cells of spreadsheets may have several lines; names have one. */
const inOneLine = (text: string): string =>
  text.replaceAll(/\s*[\t\r\n\u0085\u2028\u2029]\s*/g, ' ');

/** The first name of a person. @param required the message for an empty one. */
export const firstName = (required: string = messages.required) =>
  cleanText(100, { required, as: 'line' }).overwrite(inOneLine);

/** The last name of a person: a dash alone says that they have one name only (R-NAME-1). */
export const lastName = (required: string = messages.required) =>
  cleanText(100, { required, as: 'line' }).overwrite(inOneLine).overwrite(storedLastName);

function isAddress(text: string, context: z.RefinementCtx): void {
  const message = emailError(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
}

/** An e-mail address, in lower case. */
export const email = (required: string = messages.required) =>
  cleanText(200, { required })
    .superRefine(isAddress)
    .transform((text) => text.toLowerCase());

/** An optional e-mail address: empty becomes null. */
export const optionalEmail = () =>
  optionalText(200).superRefine((text, context) => {
    if (text) isAddress(text, context);
  });

/** A whole number in a JSON body. */
export const whole = (min: number, max: number) => {
  const range = `must be from ${min} to ${max}`;
  return z
    .number({
      error: (issue) => (isMissing(issue.input) ? messages.required : 'must be a whole number'),
    })
    .int(first('must be a whole number'))
    .min(min, first(range))
    .max(max, first(range));
};

/** The id of another record; a form without a choice sends null. */
export const reference = (required: string = messages.required) =>
  z
    .number({ error: (issue) => (isMissing(issue.input) ? required : idText) })
    .int(first(idText))
    .positive(first(idText))
    .max(Number.MAX_SAFE_INTEGER, first(idText));

/** One of a fixed list. */
export const oneOf = <const Values extends readonly string[]>(
  values: Values,
  required: string = messages.required,
) =>
  z.enum(values, {
    error: (issue) => (isMissing(issue.input) ? required : `must be one of ${values.join(', ')}`),
  });

/** `HH:mm`. */
export const time = z
  .string({
    error: (issue) => (isMissing(issue.input) ? messages.required : 'must be a time, HH:mm'),
  })
  .min(1, first(messages.required))
  .regex(timeForm, 'must be a time, HH:mm');

/** An instant, ISO 8601 with an offset. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be an instant' })
  // PostgreSQL has neither a year 0 nor an offset of 16 hours.
  .refine((text) => !/^0000|[+-](1[6-9]|2\d):\d\d$/.test(text), 'must be an instant');

/** The address of an uploaded file, as the file service returned it. */
export const fileLink = z
  .string('must be the address of an uploaded file')
  .max(500, 'must be the address of an uploaded file');

/** Omitted, null and the empty text of a form all mean "not given". */
const isMissing = (input: unknown): boolean =>
  input === undefined || input === null || input === '';

/** Several values of a parameter: joined by commas, or the parameter repeated. */
export const several = z
  .union([z.string(), z.array(z.string())])
  .transform((given) =>
    [given]
      .flat()
      .flatMap((part) => part.split(','))
      .filter(Boolean),
  )
  .refine(
    (parts) => parts.every((part) => !control.test(part) && part.isWellFormed()),
    first('must not contain control characters'),
  );

export const idList = several
  .refine(
    (parts) =>
      parts.length <= limits.pickerRows && parts.every((part) => /^[1-9]\d{0,14}$/.test(part)),
    'must be whole numbers, separated by commas',
  )
  .transform((parts) => parts.map(Number));

export const dateList = several.refine(
  (parts) => parts.length <= limits.pickerRows && parts.every(isDate),
  'must be dates, YYYY-MM-DD, separated by commas',
);

const number = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

/** The parameters of every list: search text, rows per page (at most 9999), page from 1. */
export const listQuery = {
  search: z
    .string()
    .max(200, 'must have at most 200 characters')
    .refine(
      (text) => !control.test(text) && text.isWellFormed(),
      'must not contain control characters',
    )
    .default(''),
  limit: number(1, limits.mostRows).default(limits.pageSize),
  page: number(1, 100_000).default(1),
};

/** The sort keys that a list offers: each name, and reversed with a minus. */
export const sortParam = (names: readonly string[], defaultSort: string) =>
  z
    .enum([...names, ...names.map((name) => `-${name}`)], 'cannot be ordered by this')
    .default(defaultSort);

/**
 * The shape of every list's response; `next` and `previous` are links or null. `as_of` is the
 * position of the read, for `since` of the live stream, in lists that the stream covers.
 */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    results: z.array(row),
    total: z.number(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    as_of: z.string().optional(),
  });

export interface List<Row> {
  results: Row[];
  total: number;
  next: string | null;
  previous: string | null;
  as_of?: string | undefined;
}
