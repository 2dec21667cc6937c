import { keysOf } from '../keys-of.ts';
import { messageTemplateKinds } from './message-template-kinds.ts';
import type { TemplateField, TemplateKindFacts } from './template-field.ts';

const ofStudent = {
  student_name: { about: 'First and last name', example: 'Mia Nguyen' },
  first_name: { about: 'First name', example: 'Mia' },
  last_name: { about: 'Last name', example: 'Nguyen' },
  student_id: { about: 'Student ID', example: 'S1042' },
  date_of_birth: { about: 'Date of birth', example: '14 March 2005' },
  institute: { about: 'Name of the institute', example: 'Institute' },
  date: { about: 'Date on which it is made', example: '23 November 2026' },
} satisfies Record<string, TemplateField>;

const ofLetter = {
  number: { about: 'Number by which the letter is verified', example: '0000-0000-0000' },
  made_by: { about: 'Who makes it', example: 'Ada Admin' },
} satisfies Record<string, TemplateField>;

const ofRate = {
  rate: { about: 'Attendance rate', example: '72%' },
  counted: { about: 'Number of classes that count', example: '25' },
  present: { about: 'Classes attended, late ones included', example: '18' },
  late: { about: 'Of these, late', example: '2' },
  absent: { about: 'Absences, excused ones included', example: '7' },
  excused: { about: 'Of these, excused', example: '1' },
  definition: {
    about: 'How the rate is computed, from the settings',
    example: 'A class counts when it took place and attendance was recorded.',
  },
} satisfies Record<string, TemplateField>;

/** The kinds of letters with their fields. */
const letterKinds = {
  certificate: {
    title: 'Attendance certificate',
    about: 'What a student attended in a period.',
    fields: {
      ...ofStudent,
      from_date: { about: 'First day of the period', example: '2 March 2026' },
      to_date: { about: 'Last day of the period, at most today', example: '12 June 2026' },
      ...ofRate,
      not_taken: { about: 'Classes whose attendance was not recorded', example: '1' },
      subjects: {
        about: 'A line for each subject: classes attended, counted and the rate',
        example: 'Mathematics (MAT1): 10 of 14 classes, 71%\nPhysics (PHY1): 8 of 11 classes, 73%',
      },
      ...ofLetter,
    },
    required: ['student_name', 'from_date', 'to_date', 'counted', 'definition', 'date', 'number'],
    default: {
      title: 'Certificate of attendance',
      body: `This is to certify the recorded attendance of

{{student_name}}
Student ID {{student_id}}, born on {{date_of_birth}}

at {{institute}} from {{from_date}} to {{to_date}}.

Attendance rate: {{rate}}
Classes that count: {{counted}}
Attended: {{present}} (late: {{late}})
Absent: {{absent}} (excused: {{excused}})
Classes without recorded attendance: {{not_taken}}

By subject:
{{subjects}}

{{definition}}

{{date}}
{{made_by}}

The number of this certificate is {{number}}. {{institute}} confirms by it what is certified here.`,
    },
  },
  warning_letter: {
    title: 'Warning letter',
    about: 'Tells a student on the red list why, and what can still be reached.',
    fields: {
      ...ofStudent,
      subject: { about: 'Subject; "all subjects" over all', example: 'Mathematics (MAT1)' },
      reasons: {
        about: 'The parts of the rule that hold; of an entry by hand its percentage',
        example: 'below 80%; 3 absences in a row',
      },
      absent_dates: {
        about: 'Dates of absences that are not excused, the latest twenty',
        example: '2 Nov, 9 Nov, 16 Nov',
      },
      ...ofRate,
      threshold: {
        about: 'Percentage of the rule, by hand of the subject’s rule; "–" without one',
        example: '80%',
      },
      best_rate: { about: 'Rate if every class left is attended', example: '84%' },
      classes_left: { about: 'Number of classes left', example: '11' },
      absences_left: {
        about: 'How many of them may still be missed; "–" without a percentage',
        example: '1',
      },
      ...ofLetter,
    },
    required: ['student_name'],
    default: {
      title: 'Your attendance in {{subject}}',
      body: `{{date}}

Dear {{student_name}} ({{student_id}}),

Your attendance in {{subject}} at {{institute}} gives us reason to write to you: {{reasons}}.

Attendance rate now: {{rate}} of {{counted}} classes
Absent on: {{absent_dates}}
Classes left: {{classes_left}}
Best rate that you can still reach: {{best_rate}}
Classes that you may still miss: {{absences_left}}

{{definition}}

Please come and talk to us soon, so that we can help you.

{{made_by}}
{{institute}}

Number of this letter: {{number}}`,
    },
  },
  intention_letter: {
    title: 'Intention to report',
    about:
      'Tells a student that too few contact hours are to be reported, and until when to appeal.',
    fields: {
      ...ofStudent,
      from_date: { about: 'First day of the period', example: '2 March 2026' },
      to_date: { about: 'Last day of the period', example: '12 June 2026' },
      scheduled_hours: { about: 'Hours of the classes that count', example: '120.0' },
      attended_hours: { about: 'Of these, attended', example: '88.5' },
      excused_hours: { about: 'Of these, in excused absences', example: '4.0' },
      not_recorded_hours: {
        about: 'Hours of classes whose attendance was not recorded; not counted',
        example: '2.0',
      },
      left_hours: { about: 'Hours of the classes left', example: '30.0' },
      rate: { about: 'Attended part of the hours so far', example: '76%' },
      best_rate: { about: 'Over the period, if everything left is attended', example: '81%' },
      worst_rate: { about: 'Over the period, if nothing left is attended', example: '60%' },
      bands: { about: 'Percentages of the institute', example: '90%, 85%, 80%' },
      threshold: { about: 'The lowest of them', example: '80%' },
      outlook: {
        about: 'What is still possible for it',
        example: '1.5 h may still be missed',
      },
      subjects: {
        about: 'A line for each subject: hours attended, counted and the rate',
        example: 'Mathematics (MAT1): 45.0 of 60.0 h, 75%\nPhysics (PHY1): 43.5 of 60.0 h, 73%',
      },
      appeal_date: { about: 'Last day to appeal', example: '21 December 2026' },
      appeal_days: { about: 'Working days until then', example: '20' },
      definition: {
        about: 'How the hours are counted, from the settings',
        example: 'A class counts when it took place and attendance was recorded.',
      },
      ...ofLetter,
    },
    required: ['student_name', 'appeal_date', 'date', 'number'],
    default: {
      title: 'Intention to report your attendance',
      body: `{{date}}

Dear {{student_name}} ({{student_id}}),

{{institute}} intends to report your attendance from {{from_date}} to {{to_date}}.

Contact hours so far: {{attended_hours}} of {{scheduled_hours}} hours attended, {{rate}}
Of these, excused: {{excused_hours}} hours
Not recorded, and not counted: {{not_recorded_hours}} hours
Hours left: {{left_hours}}
If you attend everything left: {{best_rate}}
If you attend nothing left: {{worst_rate}}
{{threshold}}: {{outlook}}

By subject:
{{subjects}}

{{definition}}

You may appeal to {{institute}} until {{appeal_date}} ({{appeal_days}} working days). Nothing is reported before that day. Please come and talk to us.

{{made_by}}
{{institute}}

Number of this letter: {{number}}`,
    },
  },
} as const satisfies Record<string, TemplateKindFacts>;

export type LetterKind = keyof typeof letterKinds;
export const letterKindNames = keysOf<LetterKind>(letterKinds);

/** Every kind of template with its fields: editor, checks, letters and messages are derived from this list. */
export const templateKinds = { ...letterKinds, ...messageTemplateKinds };

export type TemplateKind = keyof typeof templateKinds;
export const templateKindNames = keysOf<TemplateKind>(templateKinds);

/** The facts of a kind, without the type of each single one. */
export const templateKind = (kind: TemplateKind): TemplateKindFacts => templateKinds[kind];

/** Example values, for a preview without a student. */
export const exampleValues = (kind: TemplateKind): Record<string, string> =>
  Object.fromEntries(
    Object.entries(templateKind(kind).fields).map(([name, { example }]) => [name, example]),
  );
