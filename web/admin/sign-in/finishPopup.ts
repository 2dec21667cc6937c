import { UserManager } from 'oidc-client-ts';

/** Passes the provider's response to the opener, which closes this window. */
export async function finishPopup(): Promise<void> {
  // The opener has the state of the sign-in; this window only passes its address.
  const manager = new UserManager({
    authority: location.origin,
    client_id: '-',
    redirect_uri: location.href,
  });
  try {
    await manager.signinPopupCallback();
  } catch (error) {
    console.error('The sign-in could not be finished:', error);
    document.body.textContent =
      'This window can be closed. If nothing happened, start again from the sign-in page.';
  }
}
