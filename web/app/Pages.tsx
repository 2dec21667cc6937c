import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.tsx';

/** The application behind the sign-in, by address. */
export function Pages() {
  return <RouterProvider router={router} />;
}
