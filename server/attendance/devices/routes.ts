import type { Selectable, Updateable } from 'kysely';
import {
  addDevice,
  changeDevice,
  decideDeviceTaps,
  listDevices,
  listDeviceTaps,
  makeDeviceCode,
  makeDeviceKey,
  revokeDevice,
} from '#contract/attendance/devices.endpoints.ts';
import { storedCard } from '#contract/card-number.ts';
import { deviceLimits, type Device } from '#contract/attendance/device.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { instantAt } from '#server/school/when.ts';
import { hashOf, newCode, newKey } from './keys.ts';
import {
  acceptHeldTaps,
  dismissHeldTaps,
  findDevice,
  findDevices,
  findTaps,
  holdersOf,
} from './queries.ts';
import { publishTaps } from './taps-routes.ts';
import { checkInByCard } from './teacher-check-in.ts';
import { doorTermsOf } from './terms.ts';

/** Readers and tablets of the rooms (R-DOOR-1), and what they send. */
export function deviceRoutes(api: Api, context: AppContext): void {
  const { database, clock, config } = context;
  const now = () => clock.now().toString();
  const at = () => ({
    now: now(),
    dayBegins: instantAt(clock.today(), '00:00', clock.timeZone).toString(),
  });

  const stored = (card: string) => storedCard(card, context.settings.current());

  async function read(id: number, from: Database = database): Promise<Device> {
    const device = await findDevice(from, id, at());
    if (!device) throw notFound('This device');
    return device;
  }

  /** Changes a device, locked. @throws ApiError 404, and 409 for one that is revoked. */
  const change = (
    id: number,
    columns: (device: Selectable<Tables['device']>) => Updateable<Tables['device']>,
    also?: (trx: Database) => Promise<void>,
  ): Promise<Device> =>
    inTransaction(database, async (trx) => {
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
      return read(id, trx);
    });

  implement(api, listDevices, async () => {
    const results = await findDevices(database, at());
    return { results, total: results.length };
  });

  implement(api, addDevice, async ({ body, user }, reply) => {
    const { classroom, ...columns } = body;
    const made = await withFreeName(() =>
      inTransaction(database, async (trx) => {
        await assertRoom(trx, classroom);
        const { id } = await trx
          .insertInto('device')
          .values({ ...columns, created_by: user.id, created_at: now() })
          .returning('id')
          .executeTakeFirstOrThrow();
        await place(trx, id, classroom);
        return read(id, trx);
      }),
    );
    return reply.code(201).send(made);
  });

  implement(api, changeDevice, ({ params: { id }, body: { classroom, ...columns } }) =>
    withFreeName(() =>
      change(
        id,
        () => columns,
        async (trx) => {
          if (classroom === undefined) return;
          await assertRoom(trx, classroom);
          await place(trx, id, classroom);
        },
      ),
    ),
  );

  implement(api, makeDeviceKey, async ({ params: { id } }, reply) => {
    const key = newKey(id);
    await change(id, (device) => {
      if (device.kind === 'tablet')
        throw new ApiError(409, { detail: 'A tablet takes its key by a code.' });
      return { key_hash: hashOf(key), generation: device.generation + 1 };
    });
    reply.header('cache-control', 'no-store');
    return reply.code(201).send({ key });
  });

  implement(api, makeDeviceCode, async ({ params: { id } }, reply) => {
    const code = newCode();
    const expires_at = clock.now().add({ minutes: deviceLimits.codeMinutes }).toString();
    await change(id, ({ kind }) => {
      if (kind === 'reader')
        throw new ApiError(409, { detail: 'A reader has a key that is entered in its program.' });
      return { code_hash: hashOf(code), code_until: expires_at };
    });
    reply.header('cache-control', 'no-store');
    const address = `${config.publicUrl}/door#${code}`;
    return reply.code(201).send({ code, address, expires_at });
  });

  implement(api, revokeDevice, ({ params: { id } }) =>
    change(id, () => ({ revoked_at: now(), code_hash: null, code_until: null })),
  );

  implement(api, listDeviceTaps, async ({ params: { id }, query: { limit, page, held } }) => {
    await read(id);
    const which = { limit, page, held: held === 'true', stored };
    const { rows, total } = await findTaps(database, id, which);
    return { results: rows, total };
  });

  implement(api, decideDeviceTaps, async (request) => {
    const { params, body, user, log } = request;
    const { id } = params;
    const { accept, taps: only } = body;
    const { revoked_at } = await read(id);
    if (revoked_at === null)
      throw new ApiError(409, { detail: 'Only taps of a revoked device are held.' });
    if (!accept) {
      const dismissed = await dismissHeldTaps(database, id, only);
      request.auditAbout = { student: await holdersOf(database, dismissed, stored) };
      return { decided: dismissed.length };
    }
    // Not their own marks (R-ROLL-15).
    const mail = user.email.toLowerCase();
    const terms = { ...doorTermsOf(context), mail, accepted_by: user.id };
    const taps = await inTransaction(database, (trx) =>
      acceptHeldTaps(trx, id, { now: now(), terms, only, stored }),
    );
    request.auditAbout = { student: taps.flatMap(({ student }) => student ?? []) };
    publishTaps(context, taps);
    for (const { outcome, teacher, class_schedule, date, at } of taps)
      if (outcome === 'teacher' && teacher && class_schedule && date)
        await checkInByCard(context, { teacher, class_schedule, date, at, device: id }, log);
    return { decided: taps.length };
  });

  /** From now on; what it read before counts where it was. */
  async function place(trx: Database, device_id: number, classroom_id: number): Promise<void> {
    await trx
      .insertInto('device_room')
      .values({ device_id, since: now(), classroom_id })
      .onConflict((same) => same.columns(['device_id', 'since']).doUpdateSet({ classroom_id }))
      .execute();
  }
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
