import { getOwnDevice, sendTaps } from '#contract/attendance/devices.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { enrolRoutes } from './enrol.ts';
import {
  assertSequenceSigned,
  assertTimeSigned,
  checkSignedBody,
  maxBytes,
} from './signed-body.ts';
import { ownDevice, recordSentTaps } from './taps.ts';

/** The calls of devices themselves (R-DOOR-4). */
export function tapRoutes(api: Api, context: AppContext): void {
  enrolRoutes(api, context);

  api.addHook('preParsing', async (request, _reply, payload) => {
    const isSigned = /^device /i.test(request.headers.authorization ?? '');
    // Without a device nothing was signed, and nothing is read here.
    return isSigned && request.device ? checkSignedBody(request, payload) : payload;
  });

  // Errors as well: a forged 400 would put taps aside.
  api.addHook('onSend', async (request, reply, payload) => {
    if (request.device?.signAnswer && typeof payload === 'string')
      reply.header('answer-signature', request.device.signAnswer(reply.statusCode, payload));
    return payload;
  });

  // Not compressed: what is signed is what is sent.
  const signed = { compress: false } as const;
  implement(api, getOwnDevice, ({ device }) => ownDevice(context, device), signed);

  implement(
    api,
    sendTaps,
    async (request, reply) => {
      assertSequenceSigned(request);
      assertTimeSigned(request);
      const answer = await recordSentTaps(context, request.body, request);
      reply.header('cache-control', 'no-store');
      return answer;
    },
    { ...signed, bodyLimit: maxBytes },
  );
}
