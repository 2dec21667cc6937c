import type { Selectable, Updateable } from 'kysely';
import type {
  addDevice as addEndpoint,
  changeDevice as changeEndpoint,
} from '#contract/attendance/devices.endpoints.ts';
import { deviceLimits, type Device } from '#contract/attendance/device.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RequestBody } from '#server/platform/http/implement.ts';
import { assertNoStudent } from '#server/school/own-row.ts';
import { instantAt } from '#server/school/when.ts';
import { hashOf, newCode, newKey } from './keys.ts';
import { findDevice, findDevices } from './queries.ts';

type Managing = Pick<AppContext, 'database' | 'clock'>;

/** All devices. */
export async function allDevices({ database, clock }: Managing) {
  const results = await findDevices(database, momentOf(clock));
  return { results, total: results.length };
}

/** @throws ApiError 404 */
export async function readDevice(
  { database, clock }: Managing,
  id: number,
  from: Database = database,
): Promise<Device> {
  const device = await findDevice(from, id, momentOf(clock));
  if (!device) throw notFound('This device');
  return device;
}

/** Adds a device in a room. */
export function addDevice(
  context: Managing,
  { classroom, ...columns }: RequestBody<typeof addEndpoint>,
  user: CurrentUser,
): Promise<Device> {
  const { database, clock } = context;
  return withFreeName(() =>
    inTransaction(database, async (trx) => {
      await assertNoStudent(trx, user);
      await assertRoom(trx, classroom);
      const { id } = await trx
        .insertInto('device')
        .values({ ...columns, created_by: user.id, created_at: clock.now().toString() })
        .returning('id')
        .executeTakeFirstOrThrow();
      await place(trx, clock, id, classroom);
      return readDevice(context, id, trx);
    }),
  );
}

/** Renames a device, or places it in another room. */
export const changeDevice = (
  context: Managing,
  id: number,
  { classroom, ...columns }: RequestBody<typeof changeEndpoint>,
): Promise<Device> =>
  withFreeName(() =>
    change(
      context,
      id,
      () => columns,
      async (trx) => {
        if (classroom === undefined) return;
        await assertRoom(trx, classroom);
        await place(trx, context.clock, id, classroom);
      },
    ),
  );

/** Gives a reader a new key; the old one ends. */
export async function makeKey(context: Managing, id: number, user: CurrentUser) {
  await assertNoStudent(context.database, user);
  const key = newKey(id);
  await change(context, id, (device) => {
    if (device.kind === 'tablet')
      throw new ApiError(409, { detail: 'A tablet takes its key by a code.' });
    return { key_hash: hashOf(key), generation: device.generation + 1 };
  });
  return { key };
}

/** Makes a code by which a tablet takes its key. */
export async function makeCode(
  context: Pick<AppContext, 'config'> & Managing,
  id: number,
  user: CurrentUser,
) {
  await assertNoStudent(context.database, user);
  const { clock, config } = context;
  const code = newCode();
  const expires_at = clock.now().add({ minutes: deviceLimits.codeMinutes }).toString();
  await change(context, id, ({ kind }) => {
    if (kind === 'reader')
      throw new ApiError(409, { detail: 'A reader has a key that is entered in its program.' });
    return { code_hash: hashOf(code), code_until: expires_at };
  });
  return { code, address: `${config.publicUrl}/door#${code}`, expires_at };
}

/** Ends the key of a device for good. */
export const revoke = (context: Managing, id: number): Promise<Device> =>
  change(context, id, () => ({
    revoked_at: context.clock.now().toString(),
    code_hash: null,
    code_until: null,
  }));

const momentOf = (clock: Clock) => ({
  now: clock.now().toString(),
  dayBegins: instantAt(clock.today(), '00:00', clock.timeZone).toString(),
});

/** Changes a device, locked. @throws ApiError 404, and 409 for one that is revoked. */
const change = (
  context: Managing,
  id: number,
  columns: (device: Selectable<Tables['device']>) => Updateable<Tables['device']>,
  also?: (trx: Database) => Promise<void>,
): Promise<Device> =>
  inTransaction(context.database, async (trx) => {
    const device = await trx
      .selectFrom('device')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!device) throw notFound('This device');
    if (device.revoked_at !== null)
      throw new ApiError(409, { detail: 'This device is revoked. Add a new one.' });
    const changes = columns(device);
    if (Object.keys(changes).length)
      await trx.updateTable('device').set(changes).where('id', '=', id).execute();
    await also?.(trx);
    return readDevice(context, id, trx);
  });

/** Places a device from now on; what it read before counts where it was. */
async function place(
  trx: Database,
  clock: Clock,
  device_id: number,
  classroom_id: number,
): Promise<void> {
  await trx
    .insertInto('device_room')
    .values({ device_id, since: clock.now().toString(), classroom_id })
    .onConflict((same) => same.columns(['device_id', 'since']).doUpdateSet({ classroom_id }))
    .execute();
}

async function assertRoom(trx: Database, id: number): Promise<void> {
  const room = await trx
    .selectFrom('classroom')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (!room) throw validationError('classroom', 'does not exist');
}

/** @throws ApiError 400 for a name that another device in use has. */
async function withFreeName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (errorDetail(error, 'constraint') !== 'device_name') throw error;
    throw validationError('name', 'already exists');
  }
}
