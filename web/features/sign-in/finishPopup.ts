import { UserManager } from 'oidc-client-ts';

/** Hands the provider's answer to the window that opened this one, which then closes it. */
export async function finishPopup(): Promise<void> {
  // Everything that the answer needs is in the opener; this window only passes its address on.
  const manager = new UserManager({ authority: location.origin, client_id: '-', redirect_uri: location.href });
  try {
    await manager.signinPopupCallback();
  } catch (error) {
    console.error('The sign-in could not be finished:', error);
    document.body.textContent = 'This window can be closed. If nothing happened, start again from the sign-in page.';
  }
}
