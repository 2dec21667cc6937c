import { useLocation } from '@tanstack/react-router';

/** The path of the page. Unlike `useLocation()`, it renders nothing again when only the search changes. */
export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname });
