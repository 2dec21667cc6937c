// npm run dev: the application with reload. The server restarts when its files change, the
// browser follows those of web/.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '..');
const port = 5173;
const apiPort = Number(process.env.PORT ?? 3000);
const publicUrl = `http://localhost:${port}`;

const watched = ['server', 'contract'].map((folder) => `--watch-path=${join(root, folder)}`);
const server = spawn(
  process.execPath,
  [
    ...process.argv.slice(2),
    '--watch',
    '--watch-preserve-output',
    ...watched,
    join(root, 'server/cli.ts'),
    'start',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    // The browser's address is that of Vite, which passes calls on.
    env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: publicUrl },
  },
);
const pages = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: {
    host: 'localhost',
    port,
    strictPort: true,
    // As on the server's own pages: the sign-in popup needs its opener.
    headers: { 'cross-origin-opener-policy': 'same-origin-allow-popups' },
    // The Host header stays: the provider derives its addresses from it.
    proxy: Object.fromEntries(
      ['/api', '/idp', '/file'].map((path) => [
        path,
        { target: `http://localhost:${apiPort}`, changeOrigin: false },
      ]),
    ),
  },
});
await pages.listen();
console.log(`Open ${publicUrl}`);

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  server.kill('SIGINT');
  await pages.close();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
server.once('exit', () => void stop());
