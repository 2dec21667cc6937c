/** Pages before the sign-in. */
export { RefusedPage } from '#web/admin/sign-in/RefusedPage.tsx';
export { SignInPage } from '#web/admin/sign-in/SignInPage.tsx';
