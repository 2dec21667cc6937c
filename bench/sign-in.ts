import type { Page } from '@playwright/test';

/** Opens a page with a list as one of the demo's users. */
export async function signInAs(page: Page, address: string, person: RegExp): Promise<void> {
  await page.goto(address);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  await (await opened).getByRole('button', { name: person }).click();
  await page.locator('[data-row]').first().waitFor();
}

/** The session storage of a signed-in browser. */
export type StoredSession = Record<string, string>;

/** Returns a function that says what the browser of a user stores, given their token. */
export async function storedSessions(
  base: string,
): Promise<(email: string, token: string) => StoredSession> {
  const config = (await (await fetch(`${base}/api/v2/config/`)).json()) as {
    sign_in: { authority: string; client_id: string };
  };
  const key = `oidc.user:${config.sign_in.authority}:${config.sign_in.client_id}`;
  return (email, token) => {
    const user = {
      access_token: token,
      token_type: 'Bearer',
      profile: { sub: email, email, name: email },
      expires_at: Math.floor(Date.now() / 1000) + 3500,
    };
    return { [key]: JSON.stringify(user), access_token: token, email };
  };
}
