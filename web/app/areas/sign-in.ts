/** Pages before the sign-in. */
export { RefusedPage } from '#web/features/sign-in/RefusedPage.tsx';
export { SignInPage } from '#web/features/sign-in/SignInPage.tsx';
