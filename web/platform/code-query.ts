/**
 * Lazily loaded code as queries: a `lazy` component shows its fallback even
 * when it is there already, and React then waits 300 ms before it shows the component.
 */
export const codeQuery = {
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
} as const;
