import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { keepQueries } from './offline/kept-queries.ts';
import { openStorage } from './offline/storage.ts';
import { pagesCode } from './code.ts';
import { createQueries } from './queries.ts';

/** Brings back what the browser has kept, and shows the application. */
export async function startApp(place: HTMLElement): Promise<void> {
  const queries = createQueries();
  const storage = await openStorage();
  if (storage) await keepQueries(queries, storage).catch(console.error);
  // Whoever was signed in most likely still is: their page is made ready while the server answers.
  if (sessionStorage.getItem('access_token') !== null) void queries.prefetchQuery(pagesCode);
  createRoot(place).render(<App queries={queries} storage={storage} />);
}
