/** Session storage of a signed-in browser. */
export type StoredSession = Record<string, string>;

/** What a browser stores for each user, given their tokens, at a server. */
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

/** Runs in each page before its own scripts. */
export function signIn(stored: StoredSession): void {
  for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value);
}
