import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { EnrolResult, OverCapacity } from '../../../contract/enrolment.ts';
import { api, Refusal } from '../../app/api.ts';
import { confirm } from '../../ui/confirm.ts';

/** What an enrolment did, or would do. */
export interface Outcome extends EnrolResult {
  preview: boolean;
}

type Body = Record<string, unknown>;

/** Sends enrolments: looks first, asks when a room is too small, and keeps what became of everybody. */
export function useEnrolling(path: string) {
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);

  /** @returns what happened, or null when somebody thought better of it. Throws a `Refusal` that is about fields. */
  async function send(body: Body, preview: boolean): Promise<Outcome | null> {
    setBusy(true);
    try {
      const answer = await api.post<EnrolResult>(path, { ...body, ...(preview && { preview: true }) });
      const next = { ...answer, preview };
      setOutcome(next);
      if (!preview) await queries.invalidateQueries({ queryKey: ['section'] });
      return next;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 409 && error.body.over_capacity) {
        return (await askForRoom(error.body.over_capacity as OverCapacity[])) ? await send({ ...body, confirm_capacity: true }, preview) : null;
      }
      if (!Array.isArray(error.body.fail)) throw error;
      const next: Outcome = { results: [], fail: error.body.fail as EnrolResult['fail'], over_capacity: [], incomplete_rolls: [], preview };
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
  `${room.subject.subject_code} in ${room.room_number}: ${room.enrolled} students for ${room.capacity} seats`;

const askForRoom = (rooms: OverCapacity[]): Promise<boolean> =>
  confirm({ title: 'Above the room’s capacity', text: `${rooms.map(roomText).join('; ')}. Enrol all the same?`, yes: 'Enrol', no: 'Cancel' });
