import { z } from 'zod';
import { cardByteOrders, cardChecksums, cardFormats, cardParts } from './card-number.ts';
import { keysOf } from './keys-of.ts';
import { messageSettings } from './message-settings.ts';
import {
  currencyCode,
  daysOfTheWeek,
  lineOfText,
  localeTag,
  minutesByClassType,
  pairOfNames,
  offOrAtLeast,
  oneOfWords,
  percents,
  quarters,
  aroundNumber,
  wholeNumber,
  yesOrNo,
  type Setting,
} from './setting-kinds.ts';
import { defaultWeekdays } from './weekdays.ts';

/**
 * Every setting of the institute (R-SET-1): page, calls and server are derived from this list. The
 * feature that implements a setting's effect sets `inUse`.
 */
export const settings = {
  title: lineOfText([1, 80], {
    label: 'Name',
    help: 'On every page, in mails and letters, and on printed lists.',
    group: 'Institute',
    default: 'Attendance',
    environment: 'TITLE',
    inUse: true,
  }),
  locale: localeTag({
    label: 'Dates and numbers',
    help: 'How screens, letters and mails write dates and money, and in which order dates are typed: a language tag such as en-AU, en-US or de-DE. All other texts are English: de-DE writes the names of months in German among them, en-DE does not. Files and addresses stay as they are.',
    group: 'Institute',
    default: 'en-AU',
    environment: 'LOCALE',
    inUse: true,
  }),
  currency: currencyCode({
    label: 'Currency',
    help: 'The currency of pay, as a code of three letters. Amounts are not converted.',
    group: 'Institute',
    default: 'AUD',
    environment: 'CURRENCY',
    inUse: true,
  }),
  weekdays: daysOfTheWeek({
    label: 'Days with classes',
    help: 'On which days of the week classes can be planned. Classes of a day that is taken away stay as they are.',
    group: 'Institute',
    default: defaultWeekdays,
    environment: 'WEEKDAYS',
    inUse: true,
  }),
  check_in_before_minutes: wholeNumber('minutes', [0, 1440], {
    label: 'Check-in opens before the class',
    help: 'How long before a class its teacher may check in.',
    group: 'Check-in',
    default: 30,
    environment: 'CHECK_IN_BEFORE_MINUTES',
    inUse: true,
  }),
  opens_before_minutes: wholeNumber('minutes', [0, 240], {
    label: 'Doors and QR codes open before the class',
    help: 'How long before a class its students may tap at the door of its room, or check in by QR code. At the teacher’s screen a mark is taken at any time.',
    group: 'Check-in',
    default: 15,
    environment: 'OPENS_BEFORE_MINUTES',
    inUse: true,
  }),
  opens_before_by_class_type: minutesByClassType(240, {
    label: 'Doors open before the class, by class type',
    help: 'Where a type of class has minutes of its own at the door of its room.',
    group: 'Check-in',
    default: {},
    inUse: true,
  }),
  card_format: oneOfWords(cardFormats, {
    label: 'Card numbers',
    help: 'Readers send one card in several ways. Forms, files and taps turn what they get into one number.',
    group: 'Cards',
    default: 'as_sent',
    inUse: true,
  }),
  card_byte_order: oneOfWords(cardByteOrders, {
    label: 'Byte order of card numbers',
    help: 'Some readers send the bytes of a number the other way round. It counts where card numbers have a format.',
    group: 'Cards',
    default: 'as_sent',
    inUse: true,
  }),
  card_prefix: aroundNumber({
    label: 'Before the number',
    help: 'What every reader types before a number, such as LIB-. It is taken off.',
    group: 'Cards',
    default: '',
    inUse: true,
  }),
  card_suffix: aroundNumber({
    label: 'After the number',
    help: 'What every reader types after a number. It is taken off.',
    group: 'Cards',
    default: '',
    inUse: true,
  }),
  card_part: oneOfWords(cardParts, {
    label: 'The number among parts with commas',
    help: 'Some readers send the facility, a comma and the number of the card.',
    group: 'Cards',
    default: 'whole',
    inUse: true,
  }),
  card_checksum: oneOfWords(cardChecksums, {
    label: 'Checksum byte',
    help: 'Some readers send a byte more than the number has. It is taken off where it fits the others.',
    group: 'Cards',
    default: 'none',
    inUse: true,
  }),
  late_after_minutes: wholeNumber('minutes', [0, 240], {
    label: 'Late after',
    help: 'A card or student ID that is entered later than this after the start is late. 0: no student is.',
    group: 'Rolls',
    default: 10,
    environment: 'LATE_AFTER_MINUTES',
    inUse: true,
  }),
  late_after_by_class_type: minutesByClassType(240, {
    label: 'Late after, by class type',
    help: 'Where a type of class has minutes of its own. 0: no student is late there.',
    group: 'Rolls',
    default: {},
    inUse: true,
  }),
  absent_after_minutes: minutesByClassType(240, {
    label: 'Absent after, by class type',
    help: 'Who comes later than this is absent, with the time of arrival. Empty or 0: never.',
    group: 'Rolls',
    default: {},
    inUse: true,
  }),
  edit_days: wholeNumber('days', [0, 365], {
    label: 'Rolls can be changed for',
    help: 'Afterwards a roll is closed, and an administrator reopens it with a reason. 0: no limit.',
    group: 'Rolls',
    default: 0,
    environment: 'EDIT_DAYS',
    inUse: true,
  }),
  close_after_minutes: offOrAtLeast('minutes', [30, 1440], {
    label: 'Close rolls after the end of the class',
    help: 'Rolls with at least one mark are closed by themselves, the rest absent. 0: never.',
    group: 'Rolls',
    default: 0,
    environment: 'CLOSE_AFTER_MINUTES',
    inUse: true,
  }),
  teachers_see_building: yesOrNo({
    label: 'Teachers may see and tick who is here',
    help: 'On: teachers open Who is here, see everybody by room, and tick who is accounted for. Roll calls are started and ended by others.',
    group: 'Rolls',
    default: false,
    inUse: true,
  }),
  rate_by: oneOfWords(
    { meetings: 'Classes', minutes: 'Minutes' },
    {
      label: 'Rates count',
      help: 'Whether thresholds compare attended classes or attended minutes.',
      group: 'Rates',
      default: 'meetings',
      environment: 'RATE_BY',
      inUse: true,
    },
  ),
  late_counts_as: quarters(
    ['Absent', 'A quarter of a class', 'Half a class', 'Three quarters of a class', 'Present'],
    {
      label: 'Late counts as',
      help: 'In rates that count classes.',
      group: 'Rates',
      default: 1,
      environment: 'LATE_COUNTS_AS',
      inUse: true,
    },
  ),
  excused_counts: yesOrNo({
    label: 'Excused absences count',
    help: 'On: an excused absence lowers the rate like any other.',
    group: 'Rates',
    default: false,
    environment: 'EXCUSED_COUNTS',
    inUse: true,
  }),
  unfinished_counts: yesOrNo({
    label: 'Not taken in an unfinished roll counts as absent',
    help: 'On: rules of the red list count it, once the class is over and others were marked.',
    group: 'Rates',
    default: false,
    environment: 'UNFINISHED_COUNTS',
    inUse: true,
  }),
  forecast: yesOrNo({
    label: 'Forecast',
    help: 'On: the red list and a student’s page say how probable it is to end below the percentage, to users who read the red list.',
    group: 'Rates',
    default: true,
    environment: 'FORECAST',
    inUse: true,
  }),
  contact_hour_bands: percents({
    label: 'Bands of contact hours',
    help: 'One to five whole percents of the scheduled hours, the highest first, such as 90, 85, 80.',
    group: 'Contact hours',
    default: [90, 85, 80],
    inUse: true,
  }),
  appeal_working_days: wholeNumber('working days', [1, 60], {
    label: 'Time for an appeal',
    help: 'From the day after a letter of intention to report; holidays of the institute are no working days.',
    group: 'Contact hours',
    default: 20,
    environment: 'APPEAL_WORKING_DAYS',
    inUse: true,
  }),
  working_days: oneOfWords(
    {
      'mon-fri': 'Monday to Friday',
      'mon-sat': 'Monday to Saturday',
      'sun-thu': 'Sunday to Thursday',
    },
    {
      label: 'Working days',
      help: 'The days of the week that count for an appeal.',
      group: 'Contact hours',
      default: 'mon-fri',
      environment: 'WORKING_DAYS',
      inUse: true,
    },
  ),
  clashes: oneOfWords(
    { ask: 'Ask before saving', refuse: 'Refuse unless confirmed' },
    {
      label: 'Clashes in the timetable',
      help: 'Ask: a class is saved, and what it clashes with is named. Refuse: programs have to confirm it too.',
      group: 'Timetable',
      default: 'ask',
      environment: 'CLASHES',
      inUse: true,
    },
  ),
  week_names: pairOfNames({
    label: 'Names of odd and even weeks',
    help: 'Such as A/B: the form of a class and files then say A and B. Each semester says which one its first week is. Empty: odd and even.',
    group: 'Timetable',
    default: '',
    inUse: true,
  }),
  remind_rolls: yesOrNo({
    label: 'Remind teachers of their rolls',
    help: 'By e-mail, each day at 17:00, about rolls of 14 days that were not taken or unfinished.',
    group: 'Reminders',
    default: false,
    environment: 'REMIND_ROLLS',
    inUse: true,
  }),
  ...messageSettings,
} as const satisfies Record<string, Setting<z.ZodType>>;

export type SettingName = keyof typeof settings;
export const settingNames = keysOf<SettingName>(settings);

/** Whether a setting has an effect. */
export const isInUse = (name: SettingName): boolean => settings[name].inUse;

const shapeOf = (names: SettingName[]) =>
  Object.fromEntries(
    names.map((name) => [name, settings[name].schema]),
    // `fromEntries` loses which name has which schema.
  ) as { [Name in SettingName]: (typeof settings)[Name]['schema'] };

/** All values, including settings without an effect yet. */
export const settingValues = z.strictObject(shapeOf(settingNames));
export type SettingValues = z.output<typeof settingValues>;

/** The settings in requests and responses: those with an effect. */
export const settingsPatch = z.strictObject(shapeOf(settingNames.filter(isInUse))).partial();
export type SettingsPatch = z.output<typeof settingsPatch>;

/** `seen`: the values on which the change is based. */
export const settingsChange = settingsPatch.extend({ seen: settingsPatch.optional() });

export const settingsAnswer = z.object({
  values: settingsPatch,
  /** The environment variables that fix settings, by the setting's name. */
  fixed: z.record(z.string(), z.string()),
});
export type SettingsAnswer = z.output<typeof settingsAnswer>;
