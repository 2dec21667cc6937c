import type { RollRow } from '#contract/marks.ts';
import { messages } from '#contract/texts.ts';
import { fullName } from '#contract/person-name.ts';
import type { MarkAnswer, Marked } from './queue/send.ts';

/** Whether a mark that somebody else made later stays instead of the one that was sent (R-ROLL-14). */
export const isSuperseded = ({ results }: Pick<Marked, 'results'>): boolean =>
  results.some(({ status }) => status === messages.laterMarkStands);

const laterMarks: string[] = [messages.laterMarkStands, messages.changedSince];
/** Whether the mark that was sent changed nothing: there was the same one, or a later one stays. */
export const isUnchanged = (marked: Pick<Marked, 'results'>): boolean =>
  isSuperseded(marked) || marked.results.some(({ status }) => status.startsWith('already'));

/** The students of an answer whose later mark stands; the ID of one who is not on the roll. */
export function supersededIn(answer: MarkAnswer, roll: RollRow[]): string[] {
  if ('marked' in answer) return isSuperseded(answer.marked) ? [fullName(answer.marked)] : [];
  // A withdrawal that waited.
  if ('undone' in answer)
    return (answer.fail ?? [])
      .filter(({ status }) => laterMarks.includes(status))
      .map(({ name, student_id }) => name ?? student_id);
  const { results = [] } = 'bulk' in answer ? answer.bulk : {};
  return results
    .filter(({ status }) => status === messages.laterMarkStands)
    .map(({ student_id }) => {
      const row = roll.find((it) => it.student_id === student_id);
      return row ? fullName(row) : student_id;
    });
}

const namedStudents = 3;

/** Names the students whose later marks stand: "Anna Lee: a later mark stands". */
export function supersededText(names: string[]): string {
  const others = names.length - namedStudents;
  const whom = names.slice(0, namedStudents).join(', ') + (others > 0 ? ` and ${others} more` : '');
  return `${whom}: ${names.length === 1 ? messages.laterMarkStands : 'later marks stand'}`;
}
