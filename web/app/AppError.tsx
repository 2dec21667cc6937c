/**
 * Shown when nothing else can be: without the library, the router and the session, which may have
 * failed.
 */
export function AppError({ error, onReload }: { error: unknown; onReload: () => void }) {
  return (
    <main className="app-error">
      <h1>Attendance could not be shown</h1>
      <p>Marks that were answered are stored, and those that wait are sent after a reload.</p>
      <p role="alert">{error instanceof Error ? error.message : 'Unknown error'}</p>
      <button type="button" onClick={onReload}>
        Reload
      </button>
    </main>
  );
}
