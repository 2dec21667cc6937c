import type { Pattern } from './pattern.ts';

/** The archived teachers, or rooms, and the answers about them: who comes instead, or null. */
export interface Needed {
  archived: ReadonlySet<number>;
  answers: ReadonlyMap<number, number | null>;
}

/** The teacher or room itself, or what comes instead of an archived one; null without an answer, too. */
const insteadOf = (id: number, { archived, answers }: Needed): number | null =>
  archived.has(id) ? (answers.get(id) ?? null) : id;

/** Whether a class with this teacher or room first is copied. */
export const hasFirst = (id: number, needed: Needed): boolean => insteadOf(id, needed) !== null;

/** The further ones without those that are left out, each once, and without the first one. */
function further(ids: number[] | null, first: number, needed: Needed): number[] | null {
  const there = (ids ?? []).flatMap((id) => insteadOf(id, needed) ?? []);
  const once = [...new Set(there)].filter((id) => id !== first);
  return once.length ? once : null;
}

/** A pattern with the answers about archived teachers and rooms; pay codes go with their teachers. */
export function withoutArchived(
  state: Pattern,
  { teachers, classrooms }: { teachers: Needed; classrooms: Needed },
): Pattern {
  const teacher_id = insteadOf(state.teacher_id, teachers) ?? state.teacher_id;
  const classroom_id = insteadOf(state.classroom_id, classrooms) ?? state.classroom_id;
  const co_teacher_ids = further(state.co_teacher_ids, teacher_id, teachers);
  const codes = Object.entries(state.co_payrolls ?? {}).filter(([teacher]) =>
    co_teacher_ids?.includes(Number(teacher)),
  );
  return {
    ...state,
    teacher_id,
    classroom_id,
    co_teacher_ids,
    co_payrolls: codes.length ? Object.fromEntries(codes) : null,
    more_classroom_ids: further(state.more_classroom_ids, classroom_id, classrooms),
  };
}

type Uses = Map<number, { classes: number; further: number }>;

/** How many classes need each teacher and room first, and as a further one. */
export function usesOf(
  classes: readonly { states: readonly Pattern[] }[],
  kind: 'teachers' | 'classrooms',
): Uses {
  const uses: Uses = new Map();
  for (const { states } of classes) {
    const held = states.filter(({ day_of_week }) => day_of_week !== null);
    const first = new Set(
      held.map(({ teacher_id, classroom_id }) => (kind === 'teachers' ? teacher_id : classroom_id)),
    );
    const others = held.flatMap(
      (state) => (kind === 'teachers' ? state.co_teacher_ids : state.more_classroom_ids) ?? [],
    );
    for (const id of new Set([...first, ...others])) {
      const use = uses.get(id) ?? { classes: 0, further: 0 };
      use[first.has(id) ? 'classes' : 'further']++;
      uses.set(id, use);
    }
  }
  return uses;
}
