import type { MergePreview, MergedField, Side } from '#contract/people/merge.ts';

/** What is decided in the form: sides by field, mark and follow-up. */
export interface Decisions {
  fields: Partial<Record<MergedField, Side>>;
  /** By position in the preview. */
  marks: Side[];
  /** Which follow-up goes on, by position. */
  followUps: Side[];
  archivedLeaves: number[];
  endedCohorts: number[];
}

export const proposed = (preview: MergePreview): Decisions => ({
  fields: Object.fromEntries(preview.fields.map((it) => [it.name, it.proposed])),
  marks: preview.marks.map((it) => it.proposed),
  followUps: preview.follow_ups.map(() => 'keep'),
  archivedLeaves: [],
  endedCohorts: [],
});

/** The body of the merge. */
export const bodyOf = (preview: MergePreview, decided: Decisions) => ({
  keep: preview.keep.id,
  remove: preview.remove.id,
  version: preview.version,
  exchange: preview.fields
    .map(({ name }) => name)
    .filter((name) => decided.fields[name] === 'remove'),
  marks: preview.marks.map(({ class_schedule, date }, at) => ({
    class_schedule,
    date,
    counts: decided.marks[at] ?? ('keep' as const),
  })),
  close_follow_ups: preview.follow_ups.map((it, at) =>
    decided.followUps[at] === 'remove' ? it.keep.id : it.remove.id,
  ),
  archive_leaves: decided.archivedLeaves,
  end_cohorts: decided.endedCohorts,
});

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** What moves, in words: "12 marks, 2 enrolments". */
export function movedText(moved: MergePreview['moved']): string {
  const parts = [
    [moved.marks, 'mark'],
    [moved.enrolments, 'enrolment'],
    [moved.cohorts, 'cohort'],
    [moved.leaves, 'approved leave'],
    [moved.notes, 'note'],
    [moved.red_list, 'red list entry', 'red list entries'],
    [moved.follow_ups, 'follow-up'],
    [moved.letters, 'letter'],
    [moved.guardians ?? 0, 'guardian'],
    [moved.messages ?? 0, 'message'],
  ] as const;
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => counted(count, one, many));
  return words.length ? words.join(', ') : 'no rows';
}
