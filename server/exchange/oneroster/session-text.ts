import { weekdays } from '#contract/weekdays.ts';
import { dateText, spanText } from './dates.ts';

/** A session as reports and questions name it. */
interface NamedSession {
  title: string;
  type: string;
  /** `YYYY-MM-DD`, both inclusive. */
  first: string;
  last: string;
}

const maxNamed = 2;

/** "Autumn 2026, 7 Sep – 18 Dec 2026". */
export const sessionText = ({ title, first, last }: Omit<NamedSession, 'type'>): string =>
  `${title}, ${spanText(first, last)}`;

/** The first two, and how many more there are. */
export function firstSessions(sessions: NamedSession[]): string {
  const more = sessions.length - maxNamed;
  const named = sessions.slice(0, maxNamed).map(sessionText).join('; ');
  return `${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** On which day the file ends its first session that is no year; empty without sessions. */
export function endText(sessions: NamedSession[]): string {
  const first = sessions.find(({ type }) => type !== 'schoolYear') ?? sessions[0];
  if (!first) return '';
  const day = weekdays[Temporal.PlainDate.from(first.last).dayOfWeek - 1];
  return ` The file ends “${first.title}” on ${day}, ${dateText(first.last)}.`;
}
