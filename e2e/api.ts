import type { Page } from '@playwright/test';

/** Calls the attendance API as the user of the page. @param method with a body. */
export async function api<T>(
  page: Page,
  path: string,
  body?: unknown,
  method = 'POST',
): Promise<T> {
  return page.evaluate(
    async ([address, sent, verb]) => {
      const headers = {
        authorization: `Bearer ${sessionStorage.getItem('access_token')}`,
        ...(sent ? { 'content-type': 'application/json' } : {}),
      };
      const answer = await fetch(`/api/v2/attendance/${address}`, {
        headers,
        ...(sent ? { method: verb, body: sent } : {}),
      });
      const text = await answer.text();
      return (text ? JSON.parse(text) : null) as T;
    },
    [path, body === undefined ? null : JSON.stringify(body), method] as const,
  );
}
