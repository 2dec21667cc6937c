import type { TemplateField, TemplateKindFacts } from './template-field.ts';

const ofMessage = {
  recipient_name: { about: 'Name of the recipient', example: 'Mia' },
  student_name: { about: 'First and last name of the student', example: 'Mia Nguyen' },
  first_name: { about: 'First name of the student', example: 'Mia' },
  last_name: { about: 'Last name of the student', example: 'Nguyen' },
  student_id: { about: 'Student ID', example: 'S1042' },
  institute: { about: 'Name of the institute', example: 'Institute' },
  contact: {
    about: 'Whom to ask, and how to stop the messages, from the settings',
    example: 'Please contact the office with questions, or to stop these messages.',
  },
} satisfies Record<string, TemplateField>;

const ofDay = {
  ...ofMessage,
  day: { about: 'Day of the absences', example: 'Monday, 23 November 2026' },
  classes: {
    about: 'A line for each class: times and subject',
    example: '09:00–10:00 Mathematics (MAT1)\n14:00–15:30 Physics (PHY1)',
  },
} satisfies Record<string, TemplateField>;

/** The texts of messages about absences (R-MSG-3). */
export const messageTemplateKinds = {
  absence_message: {
    title: 'Message of absence',
    about: 'Tells on the same day in which classes a student was absent without an excuse.',
    fields: ofDay,
    required: ['student_name', 'day', 'classes', 'contact'],
    isMessage: true,
    default: {
      title: 'Absent on {{day}}',
      body: `Hello {{recipient_name}},

On {{day}} {{student_name}} ({{student_id}}) was recorded as absent, without an excuse, in:

{{classes}}

If this is a mistake, please tell the teacher.

{{contact}}
{{institute}}`,
    },
  },
  correction_message: {
    title: 'Correction of a message',
    about: 'Corrects a message: an absence that it named does not hold any more.',
    fields: ofDay,
    required: ['student_name', 'day', 'classes', 'contact'],
    isMessage: true,
    default: {
      title: 'Correction: {{day}}',
      body: `Hello {{recipient_name}},

We wrote that {{student_name}} ({{student_id}}) was absent on {{day}}. This was corrected: the following no longer counts as an absence without an excuse.

{{classes}}

{{contact}}
{{institute}}`,
    },
  },
  alert_message: {
    title: 'Alert',
    about: 'Tells that a rule of the red list began to hold, and why.',
    fields: {
      ...ofMessage,
      subject: { about: 'Subject; "all subjects" over all', example: 'Mathematics (MAT1)' },
      reasons: {
        about: 'The parts of the rule that hold',
        example: 'below 80%; 3 absences in a row',
      },
      rate: { about: 'Attendance rate', example: '72%' },
      counted: { about: 'Number of classes that count', example: '25' },
      absent_dates: {
        about: 'Dates of absences that are not excused, the latest twenty',
        example: '2 Nov, 9 Nov, 16 Nov',
      },
      classes_left: { about: 'Number of classes left', example: '11' },
      best_rate: { about: 'Rate if every class left is attended', example: '84%' },
    },
    required: ['student_name', 'reasons', 'contact'],
    isMessage: true,
    default: {
      title: 'Attendance of {{student_name}} in {{subject}}',
      body: `Hello {{recipient_name}},

The attendance of {{student_name}} ({{student_id}}) in {{subject}}: {{reasons}}.

Rate now: {{rate}} of {{counted}} classes
Absent on: {{absent_dates}}
Classes left: {{classes_left}}
Best rate that can still be reached: {{best_rate}}

{{contact}}
{{institute}}`,
    },
  },
} as const satisfies Record<string, TemplateKindFacts>;

export type MessageTemplateKind = keyof typeof messageTemplateKinds;
