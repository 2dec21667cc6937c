import { getOwnDevice, sendTaps } from '#contract/attendance/devices.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { enrolRoutes } from './enrol.ts';
import { assertSequenceSigned, checkSignedBody, maxBytes } from './signed-body.ts';
import { ownDevice, recordSentTaps } from './taps.ts';

/** The calls of devices themselves (R-DOOR-4). */
export function tapRoutes(api: Api, context: AppContext): void {
  enrolRoutes(api, context);

  api.addHook('preParsing', async (request, _reply, payload) => {
    const isSigned = /^device /i.test(request.headers.authorization ?? '');
    // Without a device nothing was signed, and nothing is read here.
    return isSigned && request.device ? checkSignedBody(request, payload) : payload;
  });

  implement(api, getOwnDevice, ({ device }) => ownDevice(context, device));

  implement(
    api,
    sendTaps,
    async (request, reply) => {
      assertSequenceSigned(request);
      const answer = await recordSentTaps(context, request.body, request);
      reply.header('cache-control', 'no-store');
      return answer;
    },
    { bodyLimit: maxBytes },
  );
}
