import type { z } from 'zod';
import { clashKinds } from '#contract/clash.ts';
import type {
  ClashOfNew,
  ClassFault,
  ManyClasses,
  manyClassesBody,
} from '#contract/timetable/many-classes.ts';
import { classSchedules } from '#contract/timetable/timetable.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, namesFields } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { createWithin } from '#server/platform/resource/writer.ts';
import { allClashes, clashes } from '../../clashes/judge.ts';
import { lockNeeds, lockSemesters } from '../../clashes/lock.ts';
import { writtenMeetings } from '../../clashes/newly-held.ts';
import { onceForEachPair, toBeConfirmed } from '../../clashes/refuse.ts';
import { settleClashes } from '../../clashes/settle.ts';
import { planAt } from '../../meetings/planning.ts';
import { countDates } from '../../semesters/copy/write.ts';
import { neverHeld, neverHeldError } from '../held.ts';
import { needsOf, plainClassWriter } from '../writer.ts';

type Body = z.output<typeof manyClassesBody>;

interface Given {
  body: Body;
  user: CurrentUser;
  isPreview: boolean;
}

/** The answer lists so many clashes of each class and kind: every class that clashes shows it. */
const maxListedOfClass = 3;

/**
 * Adds classes, each as if it were added alone, and judges them together, within a transaction that a
 * preview rolls back (R-MANY-1, R-MANY-2).
 * @throws ApiError 400 with each class that is refused; 409 for clashes that have to be confirmed, and
 * for classes that are never held. A preview answers these instead.
 */
export async function addClasses(
  trx: Database,
  context: Pick<AppContext, 'clock' | 'settings'>,
  { body, user, isPreview }: Given,
): Promise<Omit<ManyClasses, 'operation'>> {
  const { clock, settings } = context;
  const today = clock.today();
  await planAt(trx, clock);
  // No one waits for a preview.
  if (!isPreview) await lockAll(trx, body.classes);
  const { added, fail } = await addEach(trx, context, body.classes, user);
  if (!isPreview && fail.length) throw new ApiError(400, { fail });

  const unheld = await neverHeld(trx, added, today);
  if (!isPreview && unheld.size && body.confirm_clashes !== true) throw neverHeldError(today);
  const meetings = await writtenMeetings(trx, today);
  const found = await clashes(trx, meetings, { max: allClashes });
  if (!isPreview)
    await settleClashes(trx, meetings, {
      kinds: clashKinds,
      mode: settings.current().clashes,
      confirm: body.confirm_clashes,
      by: { user: user.id, now: clock.now().toString() },
    });
  const ids = added.map(({ id }) => id);
  const places = new Map(added.map(({ id, place }) => [id, place]));
  const listed = found.flatMap((one): ClashOfNew[] => {
    const place = places.get(one.class_schedule ?? 0);
    const other = places.get(one.other?.class_schedule ?? 0) ?? null;
    return place === undefined ? [] : [{ ...one, class: place, with: other }];
  });
  return {
    ids: isPreview ? [] : ids,
    ...(await countDates(trx, ids, today)),
    fail,
    never_held: added.flatMap(({ id, place }) => (unheld.has(id) ? [place] : [])),
    clash_count: onceForEachPair(toBeConfirmed(found)).length,
    clashes: firstOfEach(listed),
  };
}

/** The first clashes of each class and kind. */
function firstOfEach(listed: ClashOfNew[]): ClashOfNew[] {
  const ofClass = Map.groupBy(listed, (one) => `${one.class} ${one.kind}`);
  const first = new Set([...ofClass.values()].flatMap((some) => some.slice(0, maxListedOfClass)));
  return listed.filter((one) => first.has(one));
}

/** The semesters, teachers and rooms of all classes, so that of two calls the second sees the first (R-CLASH-5). */
async function lockAll(trx: Database, classes: Body['classes']): Promise<void> {
  const needs = classes.map(needsOf);
  await lockSemesters(trx, { classes: [], also: classes.map((one) => one.semester_id) });
  await lockNeeds(trx, {
    teachers: needs.flatMap(({ teachers }) => teachers),
    classrooms: needs.flatMap(({ classrooms }) => classrooms),
  });
}

interface Added {
  id: number;
  /** The place in the call, from 0. */
  place: number;
  body: Body['classes'][number];
}

/** Adds each class that is not refused. */
async function addEach(
  trx: Database,
  context: Pick<AppContext, 'clock' | 'settings'>,
  classes: Body['classes'],
  user: CurrentUser,
): Promise<{ added: Added[]; fail: ClassFault[] }> {
  const writer = plainClassWriter(context);
  const added: Added[] = [];
  const fail: ClassFault[] = [];
  for (const [place, body] of classes.entries())
    try {
      added.push({ id: await createWithin(trx, classSchedules, writer, body, user), place, body });
    } catch (error) {
      // What is refused by name is refused before anything is written of it.
      if (!namesFields(error)) throw error;
      for (const [field, texts] of Object.entries(error.body))
        fail.push({ class: place, field, status: [texts].flat().join(', ') });
    }
  return { added, fail };
}
