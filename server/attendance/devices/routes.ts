import {
  addDevice as addEndpoint,
  changeDevice as changeEndpoint,
  decideDeviceTaps,
  listDevices,
  listDeviceTaps,
  makeDeviceCode,
  makeDeviceKey,
  revokeDevice,
} from '#contract/attendance/devices.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { decideTaps, storedForm } from './decide-taps.ts';
import {
  addDevice,
  allDevices,
  changeDevice,
  makeCode,
  makeKey,
  readDevice,
  revoke,
} from './manage.ts';
import { findTaps } from './queries.ts';

/** Readers and tablets of the rooms (R-DOOR-1), and what they send. */
export function deviceRoutes(api: Api, context: AppContext): void {
  implement(api, listDevices, () => allDevices(context));
  implement(api, addEndpoint, async ({ body, user }, reply) =>
    reply.code(201).send(await addDevice(context, body, user)),
  );
  implement(api, changeEndpoint, ({ params, body }) => changeDevice(context, params.id, body));
  implement(api, makeDeviceKey, async ({ params, user }, reply) => {
    const made = await makeKey(context, params.id, user);
    return reply.header('cache-control', 'no-store').code(201).send(made);
  });
  implement(api, makeDeviceCode, async ({ params, user }, reply) => {
    const made = await makeCode(context, params.id, user);
    return reply.header('cache-control', 'no-store').code(201).send(made);
  });
  implement(api, revokeDevice, ({ params }) => revoke(context, params.id));
  implement(api, listDeviceTaps, async ({ params: { id }, query: { limit, page, held } }) => {
    await readDevice(context, id);
    const which = { limit, page, held: held === 'true', stored: storedForm(context) };
    const { rows, total } = await findTaps(context.database, id, which);
    return { results: rows, total };
  });
  implement(api, decideDeviceTaps, (request) =>
    decideTaps(context, request.params.id, request.body, request),
  );
}
