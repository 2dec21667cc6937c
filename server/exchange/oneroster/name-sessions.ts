import { spanText } from './dates.ts';
import { selectSemesters, type Known } from './known-semesters.ts';
import type { Roster } from './roster.ts';
import { sessionText } from './session-text.ts';

/** A session that becomes a semester, with the number that its order in the year proposes. */
interface Numbered {
  session: { id: string; title: string; first: string; last: string; year: number };
  semester: number;
}

/** The semester that a session is by the answer. */
export interface Place {
  year: number;
  semester: number;
  /** One that is here, which somebody chose. */
  chosen: Known | null;
}

/** Questions about sessions at a time: files have those of many years. */
const maxQuestions = 12;
const maxListed = 100;

/**
 * Which semesters sessions are that were not imported before (R-ROSTER-4): by their order in the school
 * year, which is named after the year in which it ends, unless somebody says otherwise.
 * @param most semesters of a year.
 */
export async function placeSessions(
  roster: Roster,
  numbered: Numbered[],
  { known, batch, most }: { known: ReadonlyMap<string, Known>; batch: string; most: number },
): Promise<Map<string, Place>> {
  const { questions } = roster;
  const fresh = numbered
    .filter(({ session }) => !known.has(session.id))
    .toSorted((a, b) => b.session.last.localeCompare(a.session.last))
    .slice(0, maxQuestions)
    .toSorted((a, b) => a.session.first.localeCompare(b.session.first));
  if (fresh.length === 0) return new Map();
  const linked = new Set(numbered.flatMap(({ session }) => known.get(session.id)?.id ?? []));
  const here = (await activeSemesters(roster)).filter(({ id }) => !linked.has(id));
  const places = new Map<string, Place>();
  const taken = new Map<string, string>();
  for (const { session, semester } of fresh) {
    const years = new Set([
      session.year,
      Temporal.PlainDate.from(session.first).year,
      Temporal.PlainDate.from(session.last).year,
    ]);
    const free = [...years].flatMap((year) =>
      Array.from({ length: most }, (_, index) => ({ year, semester: index + 1 })),
    );
    const name = questionOf(session.id);
    const answer = questions.ask({
      name,
      label: `Which semester is “${sessionText(session)}”?`,
      help: `The file has it in the school year ${session.year}. A semester that is here gets the dates of the file.`,
      found: valueOf({ year: session.year, semester }),
      choices: [
        ...free.map((place) => ({
          value: valueOf(place),
          label: `Semester ${place.semester} of ${place.year}`,
        })),
        ...here.map((known) => ({ value: `id:${known.id}`, label: labelOf(known) })),
      ],
    });
    const chosen = here.find(({ id }) => answer === `id:${id}`) ?? null;
    const place = chosen ?? free.find((known) => valueOf(known) === answer);
    if (!place) continue;
    const key = chosen ? `${valueOf(chosen)}/${chosen.batch}` : `${valueOf(place)}/${batch}`;
    const other = taken.get(key);
    if (other !== undefined) questions.reject(name, `is the semester of “${other}” too`);
    taken.set(key, session.title);
    places.set(session.id, { year: place.year, semester: place.semester, chosen });
  }
  return places;
}

const questionOf = (sourcedId: string): string => `semester:${sourcedId}`.slice(0, 300);
const valueOf = ({ year, semester }: { year: number; semester: number }): string =>
  `${year}/${semester}`;
function labelOf({ year, semester, batch, ...dates }: Known): string {
  const span = spanText(dates.semester_start_date, dates.semester_end_date);
  return `The one that is here: semester ${semester} of ${year}, batch ${batch}, ${span}`;
}

const activeSemesters = (roster: Roster): Promise<Known[]> =>
  selectSemesters(roster)
    .where('archived_at', 'is', null)
    .orderBy('semester_start_date', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();
