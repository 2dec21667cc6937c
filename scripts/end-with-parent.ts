const everyMs = 300;

/**
 * Ends this process as SIGTERM does once the shell that started it is gone. npm passes SIGTERM on to its shell, which
 * ends without passing it on: the server would go on without a parent, with its port and its database.
 */
export function endWithParent(): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  watch.unref();
}
