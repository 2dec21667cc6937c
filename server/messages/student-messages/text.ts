import { sql } from 'kysely';
import { withGroup } from '#contract/class-name.ts';
import { fullName, shownLastName } from '#contract/person-name.ts';
import type { StudentMessageKind } from '#contract/messages/student-message-terms.ts';
import type { TemplateKind } from '#contract/messages/template-kinds.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { takesPlace } from '#server/school/meetings.ts';
import { unlinked } from '#server/school/unlinked.ts';
import { createFiller, readTemplate } from '../templates/store.ts';

/** The fields of a message’s student and recipient. */
export interface Addressed {
  recipient_name: string;
  first_name: string;
  last_name: string;
  student_id: string;
}

/** A class on a day, as a message names it. */
interface NamedClass {
  class_schedule: number;
  subject_code: string;
  subject_name: string;
  group_name: string | null;
  start_time: string;
  end_time: string;
}

type Context = Pick<AppContext, 'config' | 'settings'>;

/** The classes with their times on a day, in order. */
export async function namedClasses(
  database: Database,
  ids: number[],
  day: string,
): Promise<NamedClass[]> {
  const { rows } = await sql<NamedClass>`
    select c.id as class_schedule, j.subject_code, j.subject_name, c.group_name,
      to_char(coalesce(g.start_time, c.start_time), 'HH24:MI') as start_time,
      to_char(coalesce(g.end_time, c.end_time), 'HH24:MI') as end_time
    from class_schedule c
    join subject j on j.id = c.subject_id
    left join class_meeting g on g.class_schedule_id = c.id and g.date = ${day}::date and ${takesPlace}
    where c.id = any(${ids}::bigint[])
    order by start_time, c.id`.execute(database);
  return rows;
}

/** The fields of every message (R-MSG-3): those of the recipient’s own student only. */
export function commonValuesOf(
  { settings }: Pick<Context, 'settings'>,
  addressed: Addressed,
): Record<string, string> {
  return {
    ...withoutLinks({
      recipient_name: addressed.recipient_name,
      student_name: fullName(addressed),
      first_name: addressed.first_name,
      last_name: shownLastName(addressed),
      student_id: addressed.student_id,
      institute: settings.current().title,
    }),
    contact: settings.current().message_contact,
  };
}

/** The values of a message about a day. */
export function messageValuesOf(
  context: Context,
  addressed: Addressed,
  { day, classes }: { day: string; classes: NamedClass[] },
): Record<string, string> {
  const date = new Intl.DateTimeFormat(context.settings.current().locale, {
    dateStyle: 'full',
    timeZone: 'UTC',
  });
  const lines = classes.map(
    ({ start_time, end_time, subject_name, subject_code, group_name }) =>
      `${start_time}–${end_time} ${subject_name} (${withGroup(subject_code, group_name)})`,
  );
  return {
    ...commonValuesOf(context, addressed),
    ...withoutLinks({
      day: date.format(new Date(`${day}T00:00:00Z`)),
      classes: lines.join('\n'),
    }),
  };
}

/** Values that mail programs show as they are. */
export const withoutLinks = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, unlinked(text)]));

const templateOf: Record<StudentMessageKind, TemplateKind> = {
  absence: 'absence_message',
  last: 'absence_message',
  correction: 'correction_message',
  alert: 'alert_message',
};

/** The subject and text of a message, as the institute words it. */
export async function writeMessage(
  database: Database,
  kind: StudentMessageKind,
  values: Record<string, string>,
): Promise<{ subject: string; text: string }> {
  const template = templateOf[kind];
  const { title, body } = createFiller(template, await readTemplate(database, template))(values);
  return { subject: title, text: body };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** A text within a page. */
export const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '');

/** What stops messages to the recipient, in words. */
const stopText = 'Stop these messages';

/**
 * A mail of a message: as text and as page, with the link that stops messages to the recipient, also as
 * the headers of RFC 8058; mail programs send that request by https only.
 */
export const mailOf = (
  text: string,
  stopUrl: string | null,
): Pick<Message, 'text' | 'html' | 'headers'> =>
  stopUrl === null
    ? { text, html: htmlOf(text) }
    : {
        text: `${text}\n\n${stopText}: ${stopUrl}\n`,
        html: htmlOf(text, stopUrl),
        headers: {
          'List-Unsubscribe': `<${stopUrl}>`,
          ...(stopUrl.startsWith('https:') && {
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      };

/** A text as a page: paragraphs, lines, and the link that stops messages; what it holds is escaped. */
export function htmlOf(text: string, stopUrl: string | null = null): string {
  const paragraphs = escaped(text)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`);
  if (stopUrl !== null)
    paragraphs.push(`<p><small><a href="${escaped(stopUrl)}">${stopText}</a></small></p>`);
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:sans-serif">${paragraphs.join('')}</body></html>`;
}
