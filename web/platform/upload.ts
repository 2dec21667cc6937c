import { addressOf, type AnswerOf, type Endpoint } from '#contract/endpoint.ts';
import { authorization, ApiError, type InputOf } from './api.ts';

/**
 * Sends files as a form, and reports its progress in percent: fetch cannot.
 * @param fields of the form, in their order.
 * @throws ApiError like `request`.
 */
export function upload<E extends Endpoint & { form: true }>(
  endpoint: E,
  { params, query }: Pick<InputOf<E>, 'params' | 'query'>,
  fields: Record<string, string | File>,
  onProgress: (percent: number) => void,
): Promise<AnswerOf<E>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open(endpoint.method, addressOf(endpoint, params, query));
    for (const [name, value] of Object.entries(authorization()))
      request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(Math.round((100 * loaded) / total)),
    );
    request.addEventListener('error', () => reject(new ApiError(0, {})));
    request.addEventListener('load', () => {
      const answer = (request.response ?? {}) as Record<string, unknown>;
      if (request.status === 401) window.dispatchEvent(new Event('attendance:sign-in-lost'));
      if (request.status < 400) resolve(request.response as AnswerOf<E>);
      else reject(new ApiError(request.status, answer));
    });
    request.send(form);
  });
}
