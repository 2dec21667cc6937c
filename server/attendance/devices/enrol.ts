import { enrolTablet } from '#contract/attendance/devices.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { addLine } from '#server/school/audit-trail.ts';
import { hashOf, newKey } from './keys.ts';

/** A tablet becomes a device by a code, once (R-DOOR-2). */
export function enrolRoutes(api: Api, { database, clock }: AppContext): void {
  implement(api, enrolTablet, async ({ body: { code }, id: requestId }, reply) => {
    const enrolled = await inTransaction(database, async (trx) => {
      const device = await trx
        .selectFrom('device')
        .select(['id', 'name', 'generation', 'code_until'])
        .where('code_hash', '=', hashOf(code))
        .where('revoked_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!device?.code_until || Date.parse(device.code_until) < clock.now().epochMilliseconds)
        throw validationError('code', 'This code is not valid any more: ask for a new one');
      const { id, name } = device;
      const key = newKey(id);
      await trx
        .updateTable('device')
        .set({
          key_hash: hashOf(key),
          generation: device.generation + 1,
          code_hash: null,
          code_until: null,
        })
        .where('id', '=', id)
        .execute();
      await addLine(trx, {
        at: clock.now().toString(),
        user_id: null,
        actor: name,
        role: null,
        kind: 'change',
        what: 'A tablet became this device',
        about: { id },
        status: 201,
        request_id: requestId,
      });
      return { id, name, key };
    });
    reply.header('cache-control', 'no-store');
    return reply.code(201).send(enrolled);
  });
}
