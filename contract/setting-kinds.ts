import { timeForm } from './time-text.ts';
import { directionError, visibleText } from './identifier.ts';
import { z } from 'zod';
import { oneOf, whole } from './fields.ts';
import { limits } from './limits.ts';
import { isCurrency, isLocale } from './locale.ts';
import { keysOf } from './keys-of.ts';
import { namesOfWeeks } from './week-names.ts';
import { classTypes, weekdays, type Weekday } from './weekdays.ts';

/** Headings of the page, in order. */
export const settingGroups = [
  'Institute',
  'Check-in',
  'Cards',
  'Rolls',
  'Rates',
  'Contact hours',
  'Timetable',
  'Reminders',
  'Messages',
] as const;

interface Choice {
  value: string;
  label: string;
}

/** The control of a value on the page. */
type SettingControl =
  | { is: 'number' | 'byClassType'; unit: string }
  | { is: 'choice'; choices: Choice[]; numeric: boolean }
  | { is: 'percents' }
  | { is: 'weekdays' }
  | { is: 'time' }
  | { is: 'line' }
  | { is: 'code'; kind: 'locale' | 'currency' }
  | { is: 'switch' };

/** The common properties of settings. */
interface SettingFacts<Value> {
  label: string;
  help: string;
  group: (typeof settingGroups)[number];
  default: Value;
  /** The environment variable that fixes it for the installation. */
  environment?: string;
  /** It has an effect: other settings are neither shown nor accepted. */
  inUse: boolean;
}

export interface Setting<Schema extends z.ZodType> extends SettingFacts<z.output<Schema>> {
  schema: Schema;
  control: SettingControl;
}

/** A whole number. @param unit shown in the field, after the number. */
export const wholeNumber = (
  unit: string,
  [min, max]: [number, number],
  facts: SettingFacts<number>,
) => ({ schema: whole(min, max), control: { is: 'number', unit } as const, ...facts });

/** Minutes; 0 disables something, and only some values make sense. */
export const offOrAtLeast = (
  unit: string,
  [least, max]: [number, number],
  facts: SettingFacts<number>,
) => ({
  schema: whole(0, max).refine(
    (value) => value === 0 || value >= least,
    `must be 0 or at least ${least}`,
  ),
  control: { is: 'number', unit } as const,
  ...facts,
});

/** A time of day, `HH:MM`. */
export const timeOfDay = (facts: SettingFacts<string>) => ({
  schema: z.string('must be a time, HH:MM').regex(timeForm, 'must be a time, HH:MM'),
  control: { is: 'time' } as const,
  ...facts,
});

/** A line of text. @param least 0 where it may be empty. */
export const lineOfText = (
  [least, max]: readonly [0 | 1, number],
  facts: SettingFacts<string>,
) => ({
  schema: z
    .string('must be text')
    .overwrite(visibleText)
    .min(least, 'is required')
    .max(max, `must have at most ${max} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line, without control characters')
    .superRefine((text, context) => {
      const message = directionError(text);
      if (message) context.addIssue({ code: 'custom', message });
    }),
  control: { is: 'line' } as const,
  ...facts,
});

/** Two short names with a slash between, such as `A/B`; or nothing. */
export const pairOfNames = (facts: SettingFacts<string>) => ({
  schema: z
    .string('must be text')
    .trim()
    .refine(
      (text) => text === '' || namesOfWeeks(text) !== null,
      'must be two different names of at most 10 letters and digits, such as A/B',
    ),
  control: { is: 'line' } as const,
  ...facts,
});

/** A BCP 47 language tag that dates and numbers can be written in. */
export const localeTag = (facts: SettingFacts<string>) => ({
  schema: z.string('must be text').trim().refine(isLocale, 'must be a language tag such as en-AU'),
  control: { is: 'code', kind: 'locale' } as const,
  ...facts,
});

/** An ISO 4217 code of a currency, in capitals. */
export const currencyCode = (facts: SettingFacts<string>) => ({
  schema: z
    .string('must be text')
    .trim()
    .toUpperCase()
    .refine(isCurrency, 'must be a currency such as AUD'),
  control: { is: 'code', kind: 'currency' } as const,
  ...facts,
});

/** Days of the week, at least one, in the order of the week. */
export const daysOfTheWeek = (facts: SettingFacts<readonly Weekday[]>) => ({
  schema: z
    .array(z.enum(weekdays, 'must be days of the week'))
    .min(1, 'must be at least one day')
    .overwrite((days) => weekdays.filter((day) => days.includes(day))),
  control: { is: 'weekdays' } as const,
  ...facts,
});

/** Yes or no. */
export const yesOrNo = (facts: SettingFacts<boolean>) => ({
  schema: z.boolean('must be true or false'),
  control: { is: 'switch' } as const,
  ...facts,
});

/** One of several words. @param labels by value. */
export const oneOfWords = <const Labels extends Record<string, string>>(
  labels: Labels,
  facts: SettingFacts<keyof Labels & string>,
) => ({
  schema: oneOf(keysOf<keyof Labels & string>(labels)),
  control: { is: 'choice', choices: choicesOf(labels), numeric: false } as const,
  ...facts,
});

/** From 0 to 1 in quarters. @param labels by quarters, from none to four. */
export const quarters = (
  labels: readonly [string, string, string, string, string],
  facts: SettingFacts<number>,
) => ({
  schema: z
    .number('must be a number')
    .refine(
      (value) => value >= 0 && value <= 1 && Number.isInteger(value * 4),
      'must be one of 0, 0.25, 0.5, 0.75, 1',
    ),
  control: {
    is: 'choice',
    choices: labels.map((label, quarter) => ({ value: String(quarter / 4), label })),
    numeric: true,
  } as const,
  ...facts,
});

type MinutesByClassType = Partial<Record<(typeof classTypes)[number], number>>;

/** Minutes by type of class, for those that have their own. */
export const minutesByClassType = (max: number, facts: SettingFacts<MinutesByClassType>) => ({
  schema: z.partialRecord(z.enum(classTypes, 'must be a class type'), whole(0, max)),
  control: { is: 'byClassType', unit: 'minutes' } as const,
  ...facts,
});

const maxBands = 5;

/** From one to five whole percents, the highest first. */
export const percents = (facts: SettingFacts<number[]>) => ({
  schema: z
    .array(z.number('must be a number'))
    .refine(
      (bands) =>
        bands.length >= 1 &&
        bands.length <= maxBands &&
        bands.every((one) => Number.isInteger(one) && one >= 1 && one <= 100),
      { error: `must be 1 to ${maxBands} whole percents from 1 to 100`, abort: true },
    )
    .refine(
      (bands) => bands.every((one, at) => at === 0 || one < (bands[at - 1] ?? 0)),
      'must be descending, such as 90, 85, 80',
    ),
  control: { is: 'percents' } as const,
  ...facts,
});

const choicesOf = (labels: Record<string, string>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** A text that readers type before or after a number; digits and A to F alone could be part of the number. */
export const aroundNumber = (facts: SettingFacts<string>) => ({
  schema: z
    .string('must be text')
    .overwrite(visibleText)
    .max(limits.rfidLength, `must have at most ${limits.rfidLength} characters`)
    .refine(
      (text) => text === '' || /[^0-9a-f\p{Cc}]/iu.test(text),
      'must have a character that no number has: not only digits and A to F',
    ),
  control: { is: 'line' } as const,
  ...facts,
});
