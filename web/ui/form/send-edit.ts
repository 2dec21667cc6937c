import { request } from '#web/platform/api.ts';
import type { Values } from './form-context.ts';
import type { ResourceFormProps } from './resource-form.ts';
import { isOvertaken, type useOvertaken } from './useOvertaken.ts';

/** Sends a new record, again with what its questions add. @returns null when the answer to a question was no. */
export async function sendNew<Entity>(
  values: Values,
  { resource, againToAdd }: Pick<ResourceFormProps<Entity>, 'resource' | 'againToAdd'>,
): Promise<unknown> {
  let body = values;
  for (;;) {
    try {
      return await request(resource.calls.create, { body });
    } catch (error) {
      const more = await againToAdd?.(error);
      if (more === undefined) throw error;
      if (more === null) return null;
      body = { ...body, ...more };
    }
  }
}

/**
 * Sends an edit, again with what its questions add. @returns whether it was changed: not when the
 * answer to a question was no.
 */
export async function sendEdit<Entity>(
  id: string,
  values: Values,
  overtaken: ReturnType<typeof useOvertaken>,
  { resource, again, onEdited }: Pick<ResourceFormProps<Entity>, 'resource' | 'again' | 'onEdited'>,
): Promise<boolean> {
  let body = values;
  let { headers } = overtaken;
  for (;;) {
    try {
      const answer = await request(resource.calls.change, { params: { id }, body, headers });
      onEdited?.(answer as Entity, id);
      return true;
    } catch (error) {
      if (isOvertaken(error)) {
        if (!(await overtaken.ask(error))) return false;
        headers = {};
        continue;
      }
      const more = await again?.(error);
      if (more === undefined) throw error;
      if (more === null) return false;
      body = { ...body, ...more };
    }
  }
}
