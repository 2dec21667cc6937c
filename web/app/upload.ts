import { authorization, Refusal } from './api.ts';

/**
 * Sends files as a form, and tells how far it is in percent: fetch cannot. Throws a `Refusal` like `api`.
 * @param address from the root, `/file/…` or `/api/v2/…`.
 */
export function upload<T>(address: string, fields: Record<string, string | File>, told: (percent: number) => void): Promise<T> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open('POST', address);
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => told(Math.round((100 * loaded) / total)));
    request.addEventListener('error', () => reject(new Refusal(0, {})));
    request.addEventListener('load', () => {
      const answer = (request.response ?? {}) as Record<string, unknown>;
      if (request.status === 401) window.dispatchEvent(new Event('attendance:sign-in-lost'));
      if (request.status < 400) resolve(answer as T);
      else reject(new Refusal(request.status, answer));
    });
    request.send(form);
  });
}
