import { classSubject } from '#contract/class-name.ts';
import type { OpenRoll } from '#contract/attendance/open-roll.ts';
import type { SettingValues } from '#contract/settings.ts';
import type { Config } from '#server/config.ts';

/** A longer mail would not be read; the page lists all rolls. */
const maxListed = 40;

type Addresses = Pick<Config, 'publicUrl'> & Pick<SettingValues, 'locale' | 'title'>;

/** The mail that reminds a teacher of rolls, each with its link. */
export function reminderOf(
  firstName: string,
  rolls: OpenRoll[],
  { publicUrl, locale, title }: Addresses,
): { subject: string; body: string } {
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const count = rolls.length === 1 ? '1 roll' : `${rolls.length} rolls`;
  const listed = rolls.slice(0, maxListed).map((roll) => {
    const { date, start_time, end_time, room_number } = roll;
    const when = `${day.format(new Date(`${date}T00:00:00Z`))}, ${start_time}–${end_time}`;
    return [
      `${when}, ${classSubject(roll)}, ${room_number}: ${stateOf(roll)}`,
      `${publicUrl}/attendance/add?id=${roll.class_schedule}&date=${date}`,
    ].join('\n');
  });
  const more = rolls.length - listed.length;
  const body = [
    `Hello ${firstName},`,
    `${count} of your classes of the last 14 days ${rolls.length === 1 ? 'is' : 'are'} not taken or unfinished. A roll is finished when everybody is marked, or when it is closed.`,
    ...listed,
    `${more > 0 ? `And ${more} more. ` : ''}All of them: ${publicUrl}/open-rolls`,
    `${title} sends this mail once a day while there are such rolls. An administrator switches it off under Institute settings.`,
  ];
  return { subject: `${count} not taken or unfinished`, body: body.join('\n\n') };
}

const stateOf = ({ state, marked, number_of_students }: OpenRoll): string =>
  state === 'not_taken' ? 'not taken' : `${marked} of ${number_of_students} marked`;
