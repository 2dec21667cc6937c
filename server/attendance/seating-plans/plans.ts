import type {
  restoreSeatingPlan as restoreEndpoint,
  saveSeatingPlan as saveEndpoint,
  getSeatingPlan as getEndpoint,
} from '#contract/attendance/seating-plans.endpoints.ts';
import {
  hasSeat,
  placeKey,
  type Layout,
  type Seat,
  type SeatingPlan,
} from '#contract/attendance/seating-plan.ts';
import { can } from '#contract/permissions.ts';
import { messages } from '#contract/texts.ts';
import type { AppContext } from '#server/app-context.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, forbidden, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RequestBody, RequestQuery } from '#server/platform/http/implement.ts';
import { publishRolls } from '#server/school/live-marks.ts';
import { isInTime, mayManageAll } from '../rolls/closing.ts';
import { refusalOf } from '../rolls/marking.ts';
import { leaveOthers, otherThan, plansIn, type OtherPlan } from './other-rooms.ts';
import {
  classesIn,
  findClass,
  findPlan,
  hiddenSeats,
  notEnrolled,
  seatsOfLater,
  seatsOfVersion,
  versionsOf,
  writeLayout,
  writeVersion,
  type PlanKey,
  type StoredPlan,
} from './queries.ts';

/**
 * The plan of a class in a room on a date (R-SEAT-1).
 * @throws ApiError 404 for an unknown class, 400 for a room in which it is not held and has no plan.
 */
export async function readPlan(
  context: AppContext,
  user: CurrentUser,
  { class_schedule, date, classroom }: RequestQuery<typeof getEndpoint>,
): Promise<SeatingPlan> {
  const { database, clock, settings } = context;
  const found = await findClass(database, { class_schedule, date }, user);
  if (!found) throw notFound('This class');
  const { rooms, other_rooms, own, archived } = found;
  const room =
    classroom === undefined
      ? rooms[0]
      : [...rooms, ...other_rooms].find(({ id }) => id === classroom);
  if (!room) throw notInRoom();
  const plan = await findPlan(database, { class_schedule, date, classroom: room.id });
  if (!plan) throw notInRoom();
  const { layout, layout_by, version, seats, changed_by, changed_at } = plan;
  const others = await plansIn(database, class_schedule, otherThan(room.id, rooms));
  const terms = { date, today: clock.today(), edit_days: settings.current().edit_days };
  return {
    classroom: room,
    rooms,
    other_rooms,
    layout,
    layout_by,
    version,
    seats: layout ? seats.filter((seat) => hasSeat(layout, seat)) : [],
    elsewhere: others.flatMap(({ room_number, seats: there }) =>
      there.map(({ student }) => ({ student, room_number })),
    ),
    changed_by,
    changed_at,
    may_change:
      !archived &&
      rooms.includes(room) &&
      can(user.permissions, 'Attendance', 'edit') &&
      (mayManageAll(user) || (own && isInTime(terms))),
  };
}

/** The versions of a plan (R-SEAT-4). */
export const readHistory = async (
  { database }: AppContext,
  of: { class_schedule: number; classroom: number },
) => ({ results: await versionsOf(database, of) });

const notInRoom = () =>
  validationError('classroom', 'This class is not held in this room on this date');

/**
 * Saves a whole plan, and the layout of its room (R-SEAT-2).
 * @throws ApiError 400 at a field, 403 for a teacher of other classes, 409 when plan or layout were changed since.
 */
export async function savePlan(
  context: AppContext,
  user: CurrentUser,
  body: RequestBody<typeof saveEndpoint>,
): Promise<SeatingPlan> {
  const { database, clock } = context;
  const by = { user: user.id, now: clock.now().toString() };
  const changed = await inTransaction(database, async (trx) => {
    const others = await lockPlan(context, trx, user, body);
    await lockStudents(trx, [
      ...body.seats,
      ...((await findPlan(trx, body))?.seats ?? []),
      ...(await seatsOfLater(trx, body)),
      ...others.flatMap(({ seats }) => seats),
    ]);
    const stored = await findPlan(trx, body);
    if (!stored) throw notInRoom();
    const layout = body.layout ?? stored.layout;
    if (!layout) throw validationError('layout', messages.required);
    const isNewLayout = !stored.layout || !isSameLayout(layout, stored.layout);
    // The answer to a save may have been lost: the same once more is no change.
    const shown = stored.seats.filter((seat) => hasSeat(layout, seat));
    if (!isNewLayout && stored.version > 0 && areSameSeats(body.seats, shown)) return [];
    assertPlan(user, body, stored);
    assertCurrent(user, body.layout_version, stored.layout?.version ?? 0, {
      id: stored.layout_id,
      by: stored.layout_by,
      at: stored.layout_at,
      what: 'the layout of this room',
    });
    await assertSeats(trx, body, layout);
    if (isNewLayout) await writeLayout(trx, body.classroom, layout, by);
    const seats = [...body.seats, ...(await seatsToCome(trx, body))];
    await writeVersion(trx, body, {
      ...by,
      way: body.way,
      restored_version: null,
      seats: [...seats, ...hiddenSeats(stored, layout, seats)],
    });
    await leaveOthers(trx, body, { others, seats, by });
    return isNewLayout ? classesIn(trx, body) : [body.class_schedule];
  });
  publishRolls(context, changed);
  return readPlan(context, user, body);
}

/**
 * Gives a plan the seats of an earlier version, as a new one (R-SEAT-4).
 * @throws ApiError 400 at a field, 403 for a teacher of other classes, 409 when the plan was changed since.
 */
export async function restorePlan(
  context: AppContext,
  user: CurrentUser,
  body: RequestBody<typeof restoreEndpoint>,
): Promise<SeatingPlan> {
  const { database, clock } = context;
  await inTransaction(database, async (trx) => {
    const others = await lockPlan(context, trx, user, body);
    const stored = await findPlan(trx, body);
    const read = async () =>
      stored && stored.id !== null ? seatsOfVersion(trx, stored.id, body.to) : undefined;
    await lockStudents(trx, [...((await read()) ?? []), ...others.flatMap((other) => other.seats)]);
    // A merge or an erasure may have ended meanwhile.
    const wanted = await read();
    if (!stored || !wanted) throw validationError('to', 'This version is not stored any more');
    assertPlan(user, body, stored);
    const gone = new Set(await erasedOf(trx, wanted));
    const by = { user: user.id, now: clock.now().toString() };
    const seats = wanted.filter(({ student }) => !gone.has(student));
    await writeVersion(trx, body, {
      ...by,
      way: 'restored',
      restored_version: body.to,
      seats,
    });
    await leaveOthers(trx, body, { others, seats, by });
  });
  publishRolls(context, [body.class_schedule]);
  return readPlan(context, user, body);
}

/**
 * Locks the class and its rooms, and asks whether the user may change the plan: as the roll's closing, also before
 * and after it, as long as teachers change the roll (T62).
 */
async function lockPlan(
  context: AppContext,
  trx: Database,
  user: CurrentUser,
  { class_schedule, date, classroom }: PlanKey,
): Promise<OtherPlan[]> {
  const { clock, settings } = context;
  // Marks go on meanwhile; changes of the class and other savings wait.
  await lockRows(trx, 'class', [class_schedule], 'no key update');
  const found = await findClass(trx, { class_schedule, date }, user);
  if (!found || found.archived)
    throw await refusalOf(context, found ? 'archived' : 'unknown', class_schedule, date);
  if (!found.rooms.some(({ id }) => id === classroom)) throw notInRoom();
  const rooms = found.rooms.map(({ id }) => id);
  await lockRows(trx, 'room', rooms, 'no key update');
  const others = () => plansIn(trx, class_schedule, otherThan(classroom, found.rooms));
  if (mayManageAll(user)) return others();
  if (!found.own)
    throw forbidden('Only who teaches or has marked this class changes its seating plan.');
  const { edit_days } = settings.current();
  if (!isInTime({ date, today: clock.today(), edit_days }))
    throw forbidden(
      `The ${edit_days} days for changing this roll have passed: open the plan on a later date.`,
    );
  return others();
}

/** Erasures and merges of the students wait. */
const lockStudents = (trx: Database, seats: Seat[]) =>
  lockRows(
    trx,
    'student',
    seats.map(({ student }) => student),
    'key share',
  );

/** @throws ApiError 400 at `seats` */
async function assertSeats(
  trx: Database,
  body: RequestBody<typeof saveEndpoint>,
  layout: Layout,
): Promise<void> {
  const outside = body.seats.find((seat) => !hasSeat(layout, seat));
  if (outside)
    throw validationError(
      'seats',
      `There is no seat in row ${outside.row}, column ${outside.column}`,
    );
  const students = body.seats.map(({ student }) => student);
  const [stranger] = await notEnrolled(trx, body, students);
  if (stranger)
    throw validationError(
      'seats',
      `${stranger.name ?? 'A student'} is not in this class on this date`,
    );
}

/** Who joins later keeps the seat that was planned, unless somebody has it now. */
async function seatsToCome(trx: Database, body: RequestBody<typeof saveEndpoint>): Promise<Seat[]> {
  const taken = new Set(body.seats.map(placeKey));
  const seated = new Set(body.seats.map(({ student }) => student));
  const later = await seatsOfLater(trx, body);
  return later.filter((seat) => !taken.has(placeKey(seat)) && !seated.has(seat.student));
}

async function erasedOf(trx: Database, seats: Seat[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('student')
    .select('id')
    .where('id', '=', anyOf.ids(seats.map(({ student }) => student)))
    .where('erased_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

interface LastChange {
  /** Who made it. */
  id: number | null;
  by: string | null;
  at: string | null;
  what: string;
}

/** @throws ApiError 409 with `overtaken` when there is another version than was read (decision 26). */
function assertCurrent(
  user: CurrentUser,
  read: number,
  stored: number,
  { id, by, at, what }: LastChange,
): void {
  if (read === stored) return;
  throw new ApiError(409, {
    detail: `${id === user.id ? 'You' : (by ?? 'Somebody else')} changed ${what} meanwhile.`,
    overtaken: { by, at },
  });
}

const assertPlan = (user: CurrentUser, { version }: { version: number }, stored: StoredPlan) =>
  assertCurrent(user, version, stored.version, {
    id: stored.changed_id,
    by: stored.changed_by,
    at: stored.changed_at,
    what: 'this seating plan',
  });

const sorted = (values: string[]) => values.toSorted().join(' ');

const isSameLayout = (one: Layout, other: Layout): boolean =>
  one.rows === other.rows &&
  one.columns === other.columns &&
  sorted(one.gaps.map(placeKey)) === sorted(other.gaps.map(placeKey));

const areSameSeats = (some: Seat[], others: Seat[]): boolean =>
  sorted(some.map((seat) => `${placeKey(seat)}:${seat.student}`)) ===
  sorted(others.map((seat) => `${placeKey(seat)}:${seat.student}`));
