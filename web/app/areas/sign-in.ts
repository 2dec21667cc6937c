/** What is shown before the sign-in. */
export { RefusedPage } from '../../features/sign-in/RefusedPage.tsx';
export { SignInPage } from '../../features/sign-in/SignInPage.tsx';
