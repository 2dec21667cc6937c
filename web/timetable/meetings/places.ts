import { fullName } from '#contract/person-name.ts';
import type { Place } from '#contract/timetable/further.ts';
import type { Meeting } from '#contract/timetable/meeting.ts';

/** What is different in a place of a meeting, in words; null when nothing is (R-TEACH-2). */
export function placeText({ teacher, cover, away }: Place): string | null {
  if (away) return `${fullName(teacher)} is away, the others teach`;
  return cover && `Covered by ${fullName(cover)} for ${fullName(teacher)}`;
}

/** The places of a class with several teachers to choose from, each with who covers it. */
export const placeChoices = (places: readonly Place[]): { value: string; label: string }[] =>
  places.map(({ teacher, cover, away }) => ({
    value: String(teacher.id),
    label:
      fullName(teacher) +
      (away ? ' (away, the others teach)' : cover ? ` (covered by ${fullName(cover)})` : ''),
  }));

/** How a cover or an absence ends: what the menu calls it, what is sent, and what is done then. */
export interface EndOfCover {
  title: string;
  done: string;
  /** The id of the planned teacher whose place it is; nothing for the only one. */
  place?: number;
}

/** The covers and absences of a meeting that can be ended, by place. */
export function endsOfCovers({ cover, places }: Meeting): EndOfCover[] {
  if (!places || places.length < 2)
    return cover ? [{ title: 'End cover', done: 'Cover ended' }] : [];
  return places.flatMap(({ teacher, cover: covering, away }) => {
    const name = fullName(teacher);
    if (away)
      return [{ title: `${name} teaches again`, done: `${name} teaches again`, place: teacher.id }];
    return covering
      ? [{ title: `End cover of ${name}`, done: 'Cover ended', place: teacher.id }]
      : [];
  });
}
