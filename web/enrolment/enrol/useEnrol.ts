import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { z } from 'zod';
import { classCode } from '#contract/class-name.ts';
import type { ActionFailure } from '#contract/marks.ts';
import type { EndpointWith } from '#contract/endpoint.ts';
import type { EnrolResult, OverCapacity } from '#contract/enrolment/enrolment.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';

/** The result or preview of an enrolment; an error names those who failed as other actions do. */
export interface Outcome extends Omit<EnrolResult, 'fail'> {
  fail: ActionFailure[];
  preview: boolean;
}

type Body = Record<string, unknown>;
/** A call that enrols, or returns the results as a preview. */
export type EnrolEndpoint = EndpointWith<{
  body: z.ZodType;
  responses: { 200: z.ZodType<EnrolResult>; 201: z.ZodType<EnrolResult> };
}>;

/** Sends enrolments: previews first, asks when a room is too small, and returns the results. */
export function useEnrol(endpoint: EnrolEndpoint) {
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);

  /** @returns the results, or null when cancelled. @throws ApiError for fields. */
  async function send(body: Body, preview: boolean): Promise<Outcome | null> {
    setBusy(true);
    try {
      const answer = await request(endpoint, {
        body: { ...body, ...(preview && { preview: true }) },
      });
      const next = { ...answer, preview };
      setOutcome(next);
      if (!preview) await queries.invalidateQueries({ queryKey: ['resource'] });
      return next;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409 && error.body.over_capacity) {
        return (await confirmOverCapacity(error.body.over_capacity))
          ? await send({ ...body, confirm_capacity: true }, preview)
          : null;
      }
      if (!Array.isArray(error.body.fail)) throw error;
      const next: Outcome = {
        results: [],
        fail: error.body.fail,
        over_capacity: [],
        incomplete_rolls: [],
        preview,
      };
      setOutcome(next);
      return next;
    } finally {
      setBusy(false);
    }
  }

  const clear = useCallback(() => setOutcome(null), []);
  return { outcome, busy, send, clear, show: setOutcome };
}

export const roomText = (room: OverCapacity): string =>
  `${classCode(room)} in ${room.room_number}: ${room.enrolled} students for ${room.capacity} seats`;

const confirmOverCapacity = (rooms: OverCapacity[]): Promise<boolean> =>
  confirm({
    title: 'Above the room’s capacity',
    text: `${rooms.map(roomText).join('; ')}. Enrol anyway?`,
    yes: 'Enrol',
    no: 'Cancel',
  });
